// Prints javac's view of the sources below a folder, one JSON document a file: where symbols are defined and used, which
// types a type extends or implements, and which methods a method overrides. Symbols are written as in SCIP; overloads
// share one. Unresolved names are left out.
//
// Of an import only the name that it binds is listed; packages have no definition and are left out. `new Type()`
// is a use of the type. Declarations within methods, initializers and anonymous classes are local.
//
// Usage: java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED Main.java FOLDER CLASS-PATH

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import com.sun.tools.javac.tree.JCTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public final class Main {
    private static final List<String> OPTIONS =
            List.of("-proc:none", "-nowarn", "-implicit:none", "-encoding", "UTF-8", "-XDshould-stop.ifError=FLOW");

    private final Path folder;
    private final Trees trees;
    private final Elements elements;
    private final Types types;
    private final SourcePositions positions;
    private final Map<Element, Integer> locals = new IdentityHashMap<>();

    private Main(Path folder, JavacTask task) {
        this.folder = folder;
        this.trees = Trees.instance(task);
        this.elements = task.getElements();
        this.types = task.getTypes();
        this.positions = trees.getSourcePositions();
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]).toRealPath();
        List<Path> sources;
        try (Stream<Path> found = Files.walk(folder)) {
            sources = found.filter(Main::isSource).sorted(Comparator.comparing(Path::toString)).collect(Collectors.toList());
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        var options = new ArrayList<>(OPTIONS);
        options.addAll(List.of("-classpath", arguments[1]));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            var units = files.getJavaFileObjectsFromPaths(sources);
            // Errors are expected, because libraries can be absent.
            var task = (JavacTask) compiler.getTask(null, files, error -> { }, options, null, units);
            var parsed = task.parse();
            task.analyze();
            var main = new Main(folder, task);
            var output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
            for (CompilationUnitTree unit : parsed) {
                output.println(main.document(unit));
            }
            output.flush();
        }
    }

    /** A module would hide the class path from its own sources. */
    private static boolean isSource(Path path) {
        return path.toString().endsWith(".java") && !path.endsWith("module-info.java");
    }

    private String document(CompilationUnitTree unit) throws IOException {
        var reader = new Reader(unit);
        reader.scan(unit, null);
        String path = folder.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
        String implemented = reader.implemented.entrySet().stream()
                .map(one -> quoted(one.getKey()) + ":[" + one.getValue().stream().map(Main::quoted).collect(Collectors.joining(",")) + "]")
                .collect(Collectors.joining(",", "{", "}"));
        return "{\"path\":" + quoted(path) + ",\"occurrences\":[" + String.join(",", reader.occurrences)
                + "],\"implemented\":" + implemented + "}";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** The symbol of an element; the accessor that a record's component implies is the component. */
    private String symbol(Element element) {
        Element holder = element.getEnclosingElement();
        String name = element.getKind() == ElementKind.CONSTRUCTOR ? "<init>" : element.getSimpleName().toString();
        String written = Pattern.matches("[\\w$+-]+", name) ? name : "`" + name + "`";
        if (holder instanceof PackageElement) {
            String around = ((PackageElement) holder).getQualifiedName().toString();
            return "javac . . . " + (around.isEmpty() ? "" : around.replace('.', '/') + "/") + written + "#";
        }
        boolean isMember = element.getKind().isField() || element instanceof ExecutableElement
                || element instanceof TypeElement && !element.getSimpleName().contentEquals("");
        if (!isMember || !(holder instanceof TypeElement)) {
            return local(element);
        }
        if (holder.getEnclosingElement().getKind() == ElementKind.OTHER) { // the length of an array
            return "javac . . . array/" + written + ".";
        }
        String around = symbol(holder);
        if (around.startsWith("local ")) {
            return local(element);
        }
        if (element instanceof TypeElement) {
            return around + written + "#";
        }
        boolean isMethod = element instanceof ExecutableElement && !isImpliedAccessor((ExecutableElement) element);
        return around + written + (isMethod ? "()." : ".");
    }

    private String local(Element element) {
        return "local " + locals.computeIfAbsent(element, unseen -> locals.size());
    }

    private boolean isImpliedAccessor(ExecutableElement method) {
        Element holder = method.getEnclosingElement();
        boolean isAccessor = holder.getKind() == ElementKind.RECORD
                && ((TypeElement) holder).getRecordComponents().stream().anyMatch(one -> method.equals(one.getAccessor()));
        TreePath written = isAccessor ? trees.getPath(method) : null;
        return isAccessor
                && (written == null || positions.getEndPosition(written.getCompilationUnit(), written.getLeaf()) < 0);
    }

    /** The occurrences and relations of one file. */
    private final class Reader extends TreePathScanner<Void, Void> {
        final Set<String> occurrences = new LinkedHashSet<>();
        final Map<String, Set<String>> implemented = new TreeMap<>();
        private final CompilationUnitTree unit;
        private final String text;
        private final LineMap lines;

        Reader(CompilationUnitTree unit) throws IOException {
            this.unit = unit;
            this.text = unit.getSourceFile().getCharContent(true).toString();
            this.lines = unit.getLineMap();
        }

        @Override
        public Void visitPackage(PackageTree node, Void nothing) {
            return scan(node.getAnnotations(), null);
        }

        @Override
        public Void visitImport(ImportTree node, Void nothing) {
            var named = (MemberSelectTree) node.getQualifiedIdentifier();
            if (node.isStatic() && !named.getIdentifier().contentEquals("*")) {
                importMembers(named);
            } else {
                refer(element(new TreePath(getCurrentPath(), named)), named);
            }
            return null;
        }

        /** A static import binds all accessible members of a name; javac keeps no symbol for it. */
        private void importMembers(MemberSelectTree named) {
            var holder = element(new TreePath(new TreePath(getCurrentPath(), named), named.getExpression()));
            if (holder instanceof TypeElement) {
                for (Element member : elements.getAllMembers((TypeElement) holder)) {
                    if (member.getModifiers().contains(Modifier.STATIC) && member.getSimpleName().equals(named.getIdentifier())) {
                        refer(member, named);
                    }
                }
            }
        }

        @Override
        public Void visitClass(ClassTree node, Void nothing) {
            var type = (TypeElement) element(getCurrentPath());
            String name = node.getSimpleName().toString();
            if (type != null && !name.isEmpty()) {
                var declared = Pattern.compile("\\b(?:class|interface|enum|record)\\s+(?=" + Pattern.quote(name) + "\\b)");
                var found = declared.matcher(text);
                int after = Math.max((int) positions.getStartPosition(unit, node), end(node.getModifiers()));
                if (found.find(after)) {
                    add(type, name, found.end(), true);
                }
                relate(type, types.directSupertypes(type.asType()).stream().map(types::asElement));
            }
            return super.visitClass(node, null);
        }

        @Override
        public Void visitMethod(MethodTree node, Void nothing) {
            var method = (ExecutableElement) element(getCurrentPath());
            if (method != null) {
                boolean isConstructor = method.getKind() == ElementKind.CONSTRUCTOR;
                var holder = method.getEnclosingElement();
                define(method, (isConstructor ? holder : method).getSimpleName().toString(), node);
                if (!isConstructor) {
                    relate(method, overridden(method, (TypeElement) holder).stream());
                }
            }
            return super.visitMethod(node, null);
        }

        private Set<Element> overridden(ExecutableElement method, TypeElement holder) {
            var found = new LinkedHashSet<Element>();
            for (TypeElement ancestor : ancestors(holder.asType())) {
                for (Element member : ancestor.getEnclosedElements()) {
                    if (member instanceof ExecutableElement && elements.overrides(method, (ExecutableElement) member, holder)) {
                        found.add(member);
                    }
                }
            }
            return found;
        }

        private Set<TypeElement> ancestors(TypeMirror type) {
            var found = new LinkedHashSet<TypeElement>();
            for (TypeMirror above : types.directSupertypes(type)) {
                if (above instanceof DeclaredType && above.getKind() != TypeKind.ERROR) {
                    found.add((TypeElement) ((DeclaredType) above).asElement());
                    found.addAll(ancestors(above));
                }
            }
            return found;
        }

        private void relate(Element element, Stream<Element> targets) {
            var symbols = targets.filter(one -> one != null && one.asType().getKind() != TypeKind.ERROR)
                    .map(Main.this::symbol).collect(Collectors.toCollection(LinkedHashSet::new));
            if (!symbols.isEmpty()) {
                implemented.computeIfAbsent(symbol(element), unseen -> new LinkedHashSet<>()).addAll(symbols);
            }
        }

        @Override
        public Void visitVariable(VariableTree node, Void nothing) {
            var variable = element(getCurrentPath());
            if (variable != null) {
                define(variable, node.getName().toString(), node);
            }
            return super.visitVariable(node, null);
        }

        @Override
        public Void visitTypeParameter(TypeParameterTree node, Void nothing) {
            var parameter = element(getCurrentPath());
            if (parameter != null) {
                define(parameter, node.getName().toString(), node);
            }
            return super.visitTypeParameter(node, null);
        }

        @Override
        public Void visitIdentifier(IdentifierTree node, Void nothing) {
            refer(element(getCurrentPath()), node.getName().toString(), (int) positions.getStartPosition(unit, node));
            return null;
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree node, Void nothing) {
            refer(element(getCurrentPath()), node);
            return super.visitMemberSelect(node, null);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree node, Void nothing) {
            refer(element(getCurrentPath()), node.getName().toString(), end(node) - node.getName().length());
            return super.visitMemberReference(node, null);
        }

        private int end(Tree tree) {
            return (int) positions.getEndPosition(unit, tree);
        }

        private Element element(TreePath path) {
            return trees.getElement(path);
        }

        private void define(Element element, String name, Tree node) {
            int start = ((JCTree) node).pos;
            if (!text.startsWith(name, start) && node instanceof VariableTree) { // annotations before an enum constant
                start = end(((VariableTree) node).getModifiers());
                while (start >= 0 && start < text.length() && Character.isWhitespace(text.charAt(start))) {
                    start++;
                }
            }
            add(element, name, start, true);
        }

        private void refer(Element element, MemberSelectTree node) {
            refer(element, node.getIdentifier().toString(), end(node) - node.getIdentifier().length());
        }

        /** Note a use, unless the name is a package, a key word, or unresolved. */
        private void refer(Element element, String name, int start) {
            boolean isWanted = element != null && !(element instanceof PackageElement)
                    && element.asType() != null
                    && !(element instanceof TypeElement && element.asType().getKind() == TypeKind.ERROR)
                    && !Set.of("this", "super", "class", "new").contains(name);
            if (isWanted) {
                add(element, name, start, false);
            }
        }

        /** Note an occurrence, unless the text has another name there: javac makes some declarations by itself. */
        private void add(Element element, String name, int start, boolean isDefinition) {
            if (start < 0 || name.isEmpty() || !text.startsWith(name, start)) {
                return;
            }
            long line = lines.getLineNumber(start);
            long column = start - lines.getStartPosition(line);
            occurrences.add("{\"line\":" + (line - 1) + ",\"start\":" + column + ",\"end\":" + (column + name.length())
                    + ",\"symbol\":" + quoted(symbol(element)) + ",\"definition\":" + isDefinition + "}");
        }
    }
}
