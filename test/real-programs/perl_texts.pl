# What Perl itself finds in texts: prints each that does or names more than these lists. Nothing in a text is run,
# except for its BEGIN blocks, which are made plain blocks.
use strict;
use warnings;
use B qw(svref_2object class walkoptree);
use feature ();
use JSON::PP;
use Opcode qw(opset);
use Safe;

my @DOES = qw(
  null stub rv2cv leaveeval const gvsv gv rv2gv gelem padsv padav padhv padany padrange introcv clonecv pushmark list lineseq nextstate dbstate enter leave
  unstack scope leaveloop enterloop enteriter iter next last cond_expr and or xor dor not andassign orassign dorassign
  rv2sv rv2av rv2hv av2arylen aelem aelemfast aelemfast_lex helem aslice hslice lslice delete exists defined undef
  multideref match subst substcont trans transr qr regcmaybe regcreset regcomp concat multiconcat stringify length substr index rindex
  sprintf ord chr uc lc ucfirst lcfirst fc quotemeta join split reverse sort grepstart grepwhile mapstart mapwhile
  push pop shift unshift splice keys values each sassign aassign chop schop chomp schomp preinc predec postinc postdec
  i_preinc i_predec i_postinc i_postdec pos pow multiply i_multiply divide i_divide modulo i_modulo repeat add i_add subtract
  i_subtract left_shift right_shift lt i_lt gt i_gt le i_le ge i_ge eq i_eq ne i_ne ncmp i_ncmp slt sgt sle sge seq sne scmp
  bit_and bit_or bit_xor nbit_and nbit_or nbit_xor sbit_and sbit_or sbit_xor negate i_negate atan2 sin cos exp log sqrt int hex
  oct abs rand range flip flop scalar print prtf say die warn exit eof close time localtime gmtime anoncode refgen srefgen
  method_named leavesub flip wantarray argelem argcheck argdefelem swap padsv_store aelemfastlex_store emptyavhv cmpchain_and cmpchain_dup
);
my $NAMES = qr/^(?:[a-z]\w*|[F_&.]|[1-9]\d*|ARGV|STDOUT|STDERR|stdin|stdout|stderr|,|\\|\/|"|;|\||\)|!|0|BEGIN|__ANON__)$/;

# What `use feature` would do, if it could be run here.
my $SAY = "BEGIN { \$^H |= 0x20100 | $feature::hint_mask; \$^H{feature_say} = \$^H{feature_fc} = 1 }";

my $given = decode_json(do { local $/; <STDIN> });
my %known = map { $_ => 1 } Opcode::opset_to_ops(Opcode::full_opset());
my @does = grep { $known{$_} } @DOES;
my @found;
for my $text (@$given) {
  my $why = more_than_listed($text);
  push @found, [$why, $text] if defined $why;
}
print encode_json(\@found);

sub more_than_listed {
  my ($text) = @_;
  (my $plain = $text) =~ s/\b(?:BEGIN|END)(\s*\{)/if (1)$1/g;
  my $box = Safe->new;
  $box->permit_only(@does);
  { no warnings; local $SIG{__WARN__} = sub { }; $box->reval("$SAY; \$read = sub { while (1) { $plain\n;} }; 1") }
  my $code = ${ $box->varglob('read') };
  return $@ =~ /'([^']*)' trapped/ ? "does $1" : undef if ref $code ne 'CODE';
  my $cv = svref_2object($code);
  for my $name (names($cv)) { return "names $name" if $name !~ $NAMES }
  return 'sets what is read' if sets_files($cv);
  return follows($cv) ? 'follows a reference' : undef;
}

sub names {
  my ($cv) = @_;
  my @names = map { $_->NAME } grep { class($_) eq 'GV' } $cv->PADLIST->ARRAYelt(1)->ARRAY;
  no warnings qw(redefine once);
  local *B::OP::named = sub { };
  local *B::SVOP::named = sub { my ($op) = @_; push @names, $op->gv->NAME if class($op->gv) eq 'GV' };
  walkoptree($cv->ROOT, 'named');
  return @names;
}

# `$$x`, `@{$x}`, `$x[0][1]`
sub follows {
  my ($cv) = @_;
  my $found = 0;
  no warnings qw(redefine once);
  local *B::OP::followed = sub { };
  local *B::UNOP::followed = sub { my ($op) = @_; $found ||= $op->name =~ /^rv2[sah]v$/ && $op->first->name ne 'gv' };
  local *B::UNOP_AUX::followed = sub {
    my ($op) = @_;
    return if $op->name ne 'multideref';
    (my $shape = $op->string($cv)) =~ s/"(?:[^"\\]|\\.)*"//gs;
    $found ||= $shape =~ /[\]}][\[{]|->/;
  };
  walkoptree($cv->ROOT, 'followed');
  return $found;
}

# `@ARGV`, `$ARGV[0]`
sub sets_files {
  my ($cv) = @_;
  my $pad = $cv->PADLIST->ARRAYelt(1);
  my $is_files = sub { my ($gv) = @_; class($gv) eq 'GV' && $gv->NAME eq 'ARGV' };
  my $names_files = sub { my ($op) = @_; $is_files->(class($op) eq 'PADOP' ? $pad->ARRAYelt($op->padix) : $op->gv) };
  my $found = 0;
  no warnings qw(redefine once);
  local *B::OP::listed = sub { };
  local *B::PADOP::listed = local *B::SVOP::listed = sub { my ($op) = @_; $found ||= $op->name eq 'aelemfast' && $names_files->($op) };
  local *B::UNOP::listed = sub {
    my ($op) = @_;
    $found ||= $op->name =~ /^rv2[ah]v$/ && $op->first->name eq 'gv' && $names_files->($op->first);
  };
  local *B::UNOP_AUX::listed = sub {
    my ($op) = @_;
    $found ||= $op->name eq 'multideref' && grep { ref && $is_files->($_) } $op->aux_list($cv);
  };
  walkoptree($cv->ROOT, 'listed');
  return $found;
}
