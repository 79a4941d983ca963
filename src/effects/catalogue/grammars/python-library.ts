/**
 * Part of the command catalogue: modules that a Python may load although no text names them, in small letters. These
 * are the libraries of all versions since 2.7, and what distributions and packages load when a program fails. Names
 * that begin with `_` are left out: no project has one.
 */
export const PYTHON_LIBRARY = `abc aifc annotationlib antigravity anydbm apport apport_python_hook apt apt_inst apt_pkg argparse array ast asynchat
  asyncio asyncore atexit audiodev audioop base64 basehttpserver bastion bdb binascii binhex bisect bsddb builtins bz2
  calendar canvas certifi cgi cgihttpserver cgitb chunk cmath cmd code codecs codeop collections colorsys commands
  compileall compiler compression concurrent configparser contextlib contextvars cookie cookielib copy copy_reg
  copyreg coverage cpickle cprofile crypt cstringio csv ctypes curses dataclasses datetime dbhash dbm dbus decimal
  dialog difflib dircache dis distro distutils dl doctest docxmlrpcserver dumbdbm dummy_thread dummy_threading email
  encodings ensurepip enum errno exceptions faulthandler fcntl filecmp filedialog fileinput fixtk fnmatch formatter
  fpformat fractions ftplib functools future_builtins gc gdbm genericpath getopt getpass gettext glob gopherlib
  graphlib grp gzip hashlib heapq hmac hotshot html htmlentitydefs htmllib htmlparser http httplib idlelib ihooks
  imageop imaplib imghdr imp importlib imputil inspect io ipaddress itertools json keyword launchpadlib lib2to3
  linecache linuxaudiodev locale logging lsb_release lzma macpath macurl2path mailbox mailcap markupbase marshal math
  md5 mhlib mimetools mimetypes mimewriter mimify mmap modulefinder msilib msvcrt multifile multiprocessing mutex
  netrc new nis nntplib nt ntpath nturl2path numbers opcode operator optparse os os2emxpath ossaudiodev parser pathlib
  pdb pickle pickletools pip pipes pkg_resources pkgutil platform plistlib popen2 poplib posix posixfile posixpath
  pprint pretty_errors problem_report profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri
  random re readline repr reprlib resource rexec rfc822 rich rlcompleter robotparser runpy sched scrolledtext secrets
  select selectors sets setuptools sgmllib sha shelve shlex shutil signal simpledialog simplehttpserver
  simplexmlrpcserver site sitecustomize smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre sre_compile
  sre_constants sre_parse ssl stat statistics statvfs string stringio stringold stringprep strop struct subprocess
  sunau sunaudio sunaudiodev symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test
  textwrap this thread threading time timeit tix tkcolorchooser tkcommondialog tkconstants tkdnd tkfiledialog tkfont
  tkinter tkmessagebox tksimpledialog toaiff token tokenize tomllib trace traceback tracemalloc ttk tty turtle
  turtledemo types typing unicodedata unittest urllib urllib2 urlparse user usercustomize userdict userlist userstring
  uu uuid venv warnings wave weakref webbrowser wheel whichdb winreg winsound wsgiref xdrlib xml xmllib xmlrpc
  xmlrpclib xx xxlimited xxsubtype zipapp zipfile zipimport zlib zoneinfo`
