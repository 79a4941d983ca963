/**
 * Part of the danger catalogue, data: what git and similar programs lose for good. The format is described in
 * `table.ts`.
 */

import type { Family } from '../table.ts'

export const VERSION_CONTROL: readonly Family[] = [
  [
    'git-history',
    `
    git push | &-f --all --branches !-n | critical | Overwrites every branch of the remote, those that others share among them
    git push | &--force --all --branches !-n | critical | Overwrites every branch of the remote, those that others share among them
    git push | -f --force !--force-with-lease !-n | high | Overwrites the remote branch: commits of others can be lost
    git push | &--force &--force-with-lease !-n | high | Overwrites the remote branch: a plain force makes the lease void
    git push | &-f &--force-with-lease !-n | high | Overwrites the remote branch: a plain force makes the lease void
    git push | --delete -d --prune !-n | high | Deletes branches of the remote
    git filter-branch/filter-repo | !--analyze | high | Rewrites the whole history
    git lfs migrate | =import =export | high | Rewrites the whole history
    git-filter-repo/git-filter-branch | !--analyze !-h | high | Rewrites the whole history
    python/python3 git-filter-repo/git_filter_repo.py | !--analyze | high | Rewrites the whole history
    git annex drop/dropunused/uninit | --force | high | Deletes stored files
    git fast-import | | medium | Writes a history that is given to it
    git replace | @operand !-l !--list | medium | Replaces objects of the history
    git reflog expire/delete | !-n | high | Deletes the record from which lost commits are recovered
    git gc | --prune=now --prune=all --prune=0 --prun=now --pru=now --pr=now --p=now | high | Deletes unreachable commits for good
    git prune | !-n | high | Deletes unreachable commits for good
    git update-ref | @operand | high | Moves references directly
    git update-ref | -d --delete --stdin | high | Deletes or moves references directly
    git symbolic-ref | -d --delete | medium | Deletes a symbolic reference
    git branch | -D | medium | Deletes a branch even when it is not merged
    git branch | -f --force !-d !--delete | medium | Moves a branch away from its commits
    git checkout | -B | medium | Moves a branch away from its commits
    git switch | -C --force-create | medium | Moves a branch away from its commits
    git branch | &-d &-f | medium | Deletes a branch even when it is not merged
    git branch | &--delete &--force | medium | Deletes a branch even when it is not merged
    git branch | &-d &--force | medium | Deletes a branch even when it is not merged
    git branch | &--delete &-f | medium | Deletes a branch even when it is not merged
    git tag | -f --force !-l !--list | medium | Moves a tag away from its commit
    git tag | -d --delete | medium | Deletes a tag
    git rebase | --onto --root !--abort | medium | Rewrites commits
    git remote remove/rm | | medium | Forgets a remote and its branches
    git submodule deinit | -f --force --all | high | Removes submodule working trees with their changes
    git submodule update | -f --force | medium | Throws uncommitted changes of submodules away
    git lfs prune | !-d !--dry-run | medium | Deletes stored files
    git prune-packed | !-n | low | Deletes loose objects
    git worktree remove | -f --force | high | Deletes a working tree with uncommitted changes
    git stash drop/clear | | high | Throws stashed changes away
    git svn reset | | medium | Rewinds the imported history
    git notes remove/prune | | low | Deletes notes
    git send-pack | -f --force --mirror | high | Overwrites remote branches
    git http-push | -f --force | high | Overwrites remote branches
    bfg | | high | Rewrites the whole history
    java | &-jar =*bfg.jar =bfg-* | high | Rewrites the whole history
    bzr/brz/fossil revert | | medium | Throws uncommitted changes away
    sl clean/purge | | high | Deletes files that are not tracked
    hg push | -f --force | high | Pushes past the checks
    jj git push | --deleted --delete | high | Deletes branches of the remote
    hg rollback | | high | Undoes the last transaction
    svn cleanup | --remove-unversioned --remove-ignored | high | Deletes untracked files
    svn delete/rm/del/remove | =*://* | high | Deletes versioned files in the repository
    jj op/operation restore/revert/undo | | medium | Goes back to an earlier state
    fossil purge | | high | Deletes parts of the history
    p4 revert | @operand | medium | Throws uncommitted changes away
    hg strip/purge/histedit | !-p !--print | high | Deletes changesets or untracked files
    hg update/up | -C --clean | high | Throws uncommitted changes away
    hg revert | -a --all | high | Throws uncommitted changes away
    svn delete/rm/del/remove | --force | medium | Deletes versioned files with local changes
    svn revert | -R --recursive | high | Throws uncommitted changes away
    jj bookmark/tag/workspace delete/forget | @operand | medium | Deletes a name of commits
    jj abandon | | medium | Abandons revisions
    jj restore | | medium | Throws changes of the working copy away
    git-annex drop/dropunused/uninit | --force | high | Deletes stored files
    jj op | =abandon | medium | Deletes the record of operations
    p4 obliterate | -y | critical | Deletes files with their history for good
    svnadmin setrevprop/delrevprop/setlog/rmtxns | | medium | Changes the record of a revision
    svn propset/propdel/pset/pdel | --revprop | medium | Changes the record of a revision
    sl hide/strip/undo | @operand !--preview | medium | Hides or deletes revisions
    hg shelve | -d --delete --cleanup | medium | Throws shelved changes away
    hg debugstrip/prune/fold | | high | Deletes changesets
    hg branch/commit | --close-branch | low | Closes a branch
    p4 clean | !-n | high | Deletes untracked files
    p4 shelve | -d | high | Throws shelved changes away
    p4 client/workspace/change/depot/user/branch/label/stream | -d | high | Deletes something of the server
    p4 unsubmit/undo/archive/purge/attribute | @operand | medium | Takes submitted revisions back
    p4 sync/flush | -f | medium | Throws local changes away
    darcs obliterate/unpull/unrecord/revert/strip | | high | Deletes patches or local changes
    pijul reset/unrecord | | medium | Deletes patches or local changes
    tf destroy | | high | Destroys what it manages, for good
    tf undo/delete | | medium | Throws uncommitted changes away
    cleartool rmelem/rmbranch/rmver/rmvob/rmview/rmtype | | high | Deletes parts of the history
    cvs admin | -o | high | Deletes revisions
    cvs release | -d | medium | Deletes the working copy
    repo abandon/prune | @operand | medium | Deletes branches
    gt/git-town/spr/stg delete/delete-branch/uncommit/undo | | low | Deletes branches or commits
    `,
  ],
  [
    'git-worktree',
    `
    git reset | --hard --h --merge --keep | high | Throws uncommitted changes away
    git clean | -f --force !-n !--dry-run !-i | high | Deletes untracked files, which no commit can bring back
    git clean | -x -X -d !-n !--dry-run !-i !-f !--force | medium | Deletes untracked files where the configuration lets it
    git checkout | -f --force | high | Throws uncommitted changes away
    git switch | -f --force --discard-changes | high | Throws uncommitted changes away
    git checkout-index | -f --force | high | Overwrites files of the working tree
    git read-tree | -u --reset | high | Overwrites the working tree
    git rm | &-r !--cached !-n | high | Deletes a tracked folder from the working tree
    git rm | -f --force !--cached !-n | medium | Deletes tracked files with their local changes
    gh pr checkout/co | -f --force | low | Overwrites a local branch of that name
    git apply | --unsafe-paths | low | Applies a patch to files outside the project
    fossil/bzr/brz clean/clean-tree | -f --force -x --verily --unknown --ignored --detritus !-n !--dry-run | high | Deletes untracked files
    bzr/brz uncommit | | medium | Takes a commit back
    `,
  ],
]
