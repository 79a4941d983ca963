"""What Python itself finds in texts: prints each that calls, names, imports or sets more than the lists it is given."""

import ast
import json
import sys
import warnings

warnings.simplefilter("ignore")
given = json.load(sys.stdin)
FUNCTIONS, MEMBERS = set(given["functions"]), set(given["members"])
MODULES = {name: set(calls) for name, calls in given["modules"].items()}
MEMBERS |= set().union(*MODULES.values()) | {part for name in MODULES for part in name.split(".")}
CALLED = {"cls", "default", "object_hook", "opener"}
NEVER = tuple(
    getattr(ast, name)
    for name in "ClassDef AsyncFunctionDef Delete Raise Yield YieldFrom Await NamedExpr Exec Repr".split()
    if hasattr(ast, name)
)


def more_than_listed(tree):
    nodes = list(ast.walk(tree))
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for name in node.names:
                whole = "%s.%s" % (node.module, name.name)
                if node.level or name.asname or (name.name not in MODULES.get(node.module, ()) and whole not in MODULES):
                    return "imports " + whole
                own.add(name.name)
        elif isinstance(node, ast.Import):
            for name in node.names:
                if name.asname or name.name not in MODULES:
                    return "imports " + name.name
    for node in nodes:
        if isinstance(node, NEVER) or getattr(node, "decorator_list", []):
            return type(node).__name__
        if isinstance(node, ast.Name) and node.id.startswith("__") and node.id != "__name__":
            return "names " + node.id
        if isinstance(node, ast.Attribute):
            if node.attr not in MEMBERS or not isinstance(node.ctx, ast.Load):
                return "uses " + node.attr
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                if node.func.id not in FUNCTIONS | own:
                    return "calls " + node.func.id
            elif not isinstance(node.func, ast.Attribute):
                return "calls a value"
            names = [keyword.arg for keyword in node.keywords]
            if None in names or getattr(node, "kwargs", None) or (CALLED & set(names)):
                return "hands over " + repr(names)
    return None


found = []
for text in given["texts"]:
    try:
        why = more_than_listed(ast.parse(text))
    except (SyntaxError, ValueError, MemoryError, RuntimeError):
        continue
    if why:
        found.append([why, text])
print(json.dumps(found))
