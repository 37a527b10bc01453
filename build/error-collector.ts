import ts from 'typescript';

type CollectedError = Readonly<{ kinds: readonly string[]; file: string }>;

/** What one declaration makes by itself, and the declarations that it refers to. */
type Findings = Readonly<{ codes: ReadonlySet<string>; references: ReadonlySet<ts.Node> }>;

/**
 * Which expected failures a handler can reach. Every failure is a subclass of DomainError with a literal `code`, so it
 * is enough to follow the handler's code, through services, entities and page functions, and to note where one is made.
 * A call that goes through a table or a callback cannot be followed; there the handler names it: `@throws {UnknownOrder}`.
 */
export class ErrorCollector {
  readonly all = new Map<string, CollectedError>();
  private readonly checker: ts.TypeChecker;
  private readonly statuses: Readonly<Record<string, number>>;
  private readonly codes = new Map<ts.Symbol, Readonly<{ codes: readonly string[]; kind: string }>>();
  private readonly subclasses = new Map<ts.Symbol, ts.ClassDeclaration[]>();
  /** Most handlers reach the same services. */
  private readonly findings = new Map<ts.Node, Findings>();

  constructor(
    checker: ts.TypeChecker,
    sources: readonly ts.SourceFile[],
    pathOf: (source: ts.SourceFile) => string,
    statuses: Readonly<Record<string, number>>,
  ) {
    this.checker = checker;
    this.statuses = statuses;
    for (const source of sources)
      ts.forEachChild(source, (node) => ts.isClassDeclaration(node) && this.addClass(node, pathOf(source)));
  }

  /** The codes that running this declaration may end in, with the status of those that have two. */
  listReachableCodes(start: ts.Node): readonly string[] {
    const foundCodes = new Set<string>();
    const visited = new Set<ts.Node>();
    const queue = [start];
    for (let node = queue.pop(); node; node = queue.pop()) {
      const { codes, references } = this.findIn(node);
      for (const code of codes) foundCodes.add(code);
      for (const reference of references) {
        if (!visited.has(reference)) queue.push(reference);
        visited.add(reference);
      }
    }
    for (const tag of ts.getJSDocTags(start))
      if (ts.isJSDocThrowsTag(tag) && tag.typeExpression) this.addCodesOf(tag.typeExpression.type, foundCodes);
    return [...foundCodes].sort();
  }

  private findIn(declaration: ts.Node): Findings {
    const known = this.findings.get(declaration);
    if (known) return known;
    const [codes, references] = [new Set<string>(), new Set<ts.Node>()];
    this.visitNode(declaration, codes, (node) => void references.add(node));
    this.findings.set(declaration, { codes, references });
    return { codes, references };
  }

  private addClass(node: ts.ClassDeclaration, file: string): void {
    const symbol = node.name && this.checker.getSymbolAtLocation(node.name);
    if (!symbol) return;
    for (const clause of node.heritageClauses ?? []) {
      for (const { expression } of clause.types) this.addSubclass(node, this.resolveSymbol(expression));
    }
    const instance = this.checker.getDeclaredTypeOfSymbol(symbol);
    if (!this.isDomainError(instance)) return;
    const codes = listLiterals(this.getFieldType(instance, 'code'));
    const [kind = ''] = listLiterals(this.getFieldType(instance, 'kind'));
    if (codes.length > 0) this.codes.set(symbol, { codes, kind });
    for (const code of codes) this.addCode(code, kind, file);
  }

  private addCode(code: string, kind: string, file: string): void {
    const { kinds = [] } = this.all.get(code) ?? {};
    this.all.set(code, { kinds: [...new Set([...kinds, kind])], file });
  }

  private addSubclass(subclass: ts.ClassDeclaration, parent: ts.Symbol | undefined): void {
    if (parent) this.subclasses.set(parent, [...(this.subclasses.get(parent) ?? []), subclass]);
  }

  /** The base may be a class that `domainError()` made, which the checker knows as a reference to it. */
  private isDomainError(type: ts.Type): boolean {
    const { target = type } = type as Partial<ts.TypeReference>;
    return (target.getBaseTypes() ?? []).some(
      (base) => (base.symbol as ts.Symbol | undefined)?.name === 'DomainError' || this.isDomainError(base),
    );
  }

  private getFieldType(type: ts.Type, name: string): ts.Type | undefined {
    const field = type.getProperty(name);
    return field && this.checker.getTypeOfSymbol(field);
  }

  private visitNode(node: ts.Node, foundCodes: Set<string>, enqueue: (node: ts.Node) => void): void {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isNewExpression(node)) {
      this.addCodesOf(node.expression, foundCodes);
      const instantiated = this.resolveSymbol(node.expression)?.valueDeclaration;
      if (instantiated && ts.isClassLike(instantiated) && isProjectSource(instantiated))
        instantiated.members.filter((member) => !ts.isMethodDeclaration(member)).forEach(enqueue);
    }
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) this.followReference(node, enqueue);
    ts.forEachChild(node, (child) => this.visitNode(child, foundCodes, enqueue));
  }

  private followReference(node: ts.Node, enqueue: (node: ts.Node) => void): void {
    for (const declaration of this.resolveSymbol(node)?.declarations ?? []) {
      if (!isProjectSource(declaration)) continue;
      if (ts.isClassLike(declaration)) {
        if (isInDecorator(node)) declaration.members.forEach(enqueue);
      } else if (isExecutable(declaration)) {
        enqueue(declaration);
      }
      this.listImplementations(declaration).forEach(enqueue);
    }
  }

  /** A method of an interface or of a base class may be any of its implementations. */
  private listImplementations(method: ts.Declaration): ts.Node[] {
    const name = getMemberName(method);
    const owner = method.parent as ts.Node | undefined;
    if (
      name === undefined ||
      !owner ||
      !(ts.isClassDeclaration(owner) || ts.isInterfaceDeclaration(owner)) ||
      !owner.name
    )
      return [];
    const symbol = this.checker.getSymbolAtLocation(owner.name);
    const heirs = (symbol && this.subclasses.get(symbol)) ?? [];
    return heirs.flatMap(({ members }) => members.filter((member) => member.name?.getText() === name));
  }

  private addCodesOf(node: ts.Node, foundCodes: Set<string>): void {
    const symbol = this.resolveSymbol(node);
    const { codes = [], kind = '' } = (symbol && this.codes.get(symbol)) ?? {};
    for (const code of codes)
      foundCodes.add(this.listStatuses(code).length > 1 ? `${code} ${String(this.statuses[kind])}` : code);
  }

  /** The statuses of a code, the smallest first. */
  listStatuses(code: string): readonly number[] {
    const statuses = this.all.get(code)?.kinds.map((kind) => this.statuses[kind] ?? 500) ?? [];
    return [...new Set(statuses)].sort();
  }

  private resolveSymbol(node: ts.Node): ts.Symbol | undefined {
    const name = ts.isTypeReferenceNode(node) ? node.typeName : node;
    const symbol = this.checker.getSymbolAtLocation(name);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }
}

const getMemberName = (member: ts.Declaration): string | undefined =>
  ts.isMethodDeclaration(member) || ts.isMethodSignature(member) || ts.isPropertySignature(member)
    ? member.name.getText()
    : undefined;

const listLiterals = (type: ts.Type | undefined): string[] =>
  (type?.isUnion() ? type.types : type ? [type] : []).flatMap((part) => (part.isStringLiteral() ? [part.value] : []));

const isProjectSource = (node: ts.Node): boolean => !node.getSourceFile().isDeclarationFile;

const isExecutable = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isPropertyAssignment(node);

const isInDecorator = (node: ts.Node): boolean =>
  ts.findAncestor(node, (above) => (ts.isDecorator(above) ? true : ts.isBlock(above) ? 'quit' : false)) !== undefined;
