import ts from 'typescript';

type Found = Readonly<{ kinds: readonly string[]; file: string }>;

/**
 * Which expected failures a handler can reach. Every failure is a subclass of DomainError with a literal `code`, so it
 * is enough to follow the handler's code, through services, entities and page functions, and to note where one is made.
 * A call that goes through a table or a callback cannot be followed; there the handler names it: `@throws {UnknownOrder}`.
 */
export class Refusals {
  readonly all = new Map<string, Found>();
  private readonly checker: ts.TypeChecker;
  private readonly statuses: Readonly<Record<string, number>>;
  private readonly codes = new Map<ts.Symbol, Readonly<{ codes: readonly string[]; kind: string }>>();
  private readonly heirs = new Map<ts.Symbol, ts.ClassDeclaration[]>();

  constructor(
    checker: ts.TypeChecker,
    sources: readonly ts.SourceFile[],
    pathOf: (source: ts.SourceFile) => string,
    statuses: Readonly<Record<string, number>>,
  ) {
    this.checker = checker;
    this.statuses = statuses;
    for (const source of sources)
      ts.forEachChild(source, (node) => ts.isClassDeclaration(node) && this.meet(node, pathOf(source)));
  }

  /** The codes that running this declaration may end in, with the status of those that have two. */
  reach(start: ts.Node): readonly string[] {
    const found = new Set<string>();
    const seen = new Set<ts.Node>();
    const queue = [start];
    const enqueue = (node: ts.Node): void => {
      if (!seen.has(node)) queue.push(node);
      seen.add(node);
    };
    for (let node = queue.pop(); node; node = queue.pop()) this.walk(node, found, enqueue);
    for (const tag of ts.getJSDocTags(start))
      if (ts.isJSDocThrowsTag(tag) && tag.typeExpression) this.note(tag.typeExpression.type, found);
    return [...found].sort();
  }

  private meet(node: ts.ClassDeclaration, file: string): void {
    const symbol = node.name && this.checker.getSymbolAtLocation(node.name);
    if (!symbol) return;
    for (const clause of node.heritageClauses ?? []) {
      for (const { expression } of clause.types) this.inherit(node, this.original(expression));
    }
    const instance = this.checker.getDeclaredTypeOfSymbol(symbol);
    if (!this.isFailure(instance)) return;
    const codes = literalsOf(this.typeOfField(instance, 'code'));
    const [kind = ''] = literalsOf(this.typeOfField(instance, 'kind'));
    if (codes.length > 0) this.codes.set(symbol, { codes, kind });
    for (const code of codes) this.keep(code, kind, file);
  }

  private keep(code: string, kind: string, file: string): void {
    const { kinds = [] } = this.all.get(code) ?? {};
    this.all.set(code, { kinds: [...new Set([...kinds, kind])], file });
  }

  private inherit(heir: ts.ClassDeclaration, parent: ts.Symbol | undefined): void {
    if (parent) this.heirs.set(parent, [...(this.heirs.get(parent) ?? []), heir]);
  }

  private isFailure(type: ts.Type): boolean {
    return (type.getBaseTypes() ?? []).some(
      (base) => (base.symbol as ts.Symbol | undefined)?.name === 'DomainError' || this.isFailure(base),
    );
  }

  private typeOfField(type: ts.Type, name: string): ts.Type | undefined {
    const field = type.getProperty(name);
    return field && this.checker.getTypeOfSymbol(field);
  }

  private walk(node: ts.Node, found: Set<string>, enqueue: (node: ts.Node) => void): void {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isNewExpression(node)) {
      this.note(node.expression, found);
      const made = this.original(node.expression)?.valueDeclaration;
      if (made && ts.isClassLike(made) && isOurs(made))
        made.members.filter((member) => !ts.isMethodDeclaration(member)).forEach(enqueue);
    }
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) this.follow(node, enqueue);
    ts.forEachChild(node, (child) => this.walk(child, found, enqueue));
  }

  private follow(node: ts.Node, enqueue: (node: ts.Node) => void): void {
    for (const declaration of this.original(node)?.declarations ?? []) {
      if (!isOurs(declaration)) continue;
      if (ts.isClassLike(declaration)) {
        if (inDecorator(node)) declaration.members.forEach(enqueue);
      } else if (hasCode(declaration)) {
        enqueue(declaration);
      }
      this.implementations(declaration).forEach(enqueue);
    }
  }

  /** A method of an interface or of a base class may be any of its implementations. */
  private implementations(method: ts.Declaration): ts.Node[] {
    const name = nameOfMember(method);
    const owner = method.parent as ts.Node | undefined;
    if (
      name === undefined ||
      !owner ||
      !(ts.isClassDeclaration(owner) || ts.isInterfaceDeclaration(owner)) ||
      !owner.name
    )
      return [];
    const symbol = this.checker.getSymbolAtLocation(owner.name);
    const heirs = (symbol && this.heirs.get(symbol)) ?? [];
    return heirs.flatMap(({ members }) => members.filter((member) => member.name?.getText() === name));
  }

  private note(node: ts.Node, found: Set<string>): void {
    const symbol = this.original(node);
    const { codes = [], kind = '' } = (symbol && this.codes.get(symbol)) ?? {};
    for (const code of codes)
      found.add(this.statusesOf(code).length > 1 ? `${code} ${String(this.statuses[kind])}` : code);
  }

  /** The statuses of a code, the smallest first. */
  statusesOf(code: string): readonly number[] {
    const statuses = this.all.get(code)?.kinds.map((kind) => this.statuses[kind] ?? 500) ?? [];
    return [...new Set(statuses)].sort();
  }

  private original(node: ts.Node): ts.Symbol | undefined {
    const name = ts.isTypeReferenceNode(node) ? node.typeName : node;
    const symbol = this.checker.getSymbolAtLocation(name);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }
}

const nameOfMember = (member: ts.Declaration): string | undefined =>
  ts.isMethodDeclaration(member) || ts.isMethodSignature(member) || ts.isPropertySignature(member)
    ? member.name.getText()
    : undefined;

const literalsOf = (type: ts.Type | undefined): string[] =>
  (type?.isUnion() ? type.types : type ? [type] : []).flatMap((part) => (part.isStringLiteral() ? [part.value] : []));

const isOurs = (node: ts.Node): boolean => !node.getSourceFile().isDeclarationFile;

const hasCode = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isPropertyAssignment(node);

const inDecorator = (node: ts.Node): boolean =>
  ts.findAncestor(node, (above) => (ts.isDecorator(above) ? true : ts.isBlock(above) ? 'quit' : false)) !== undefined;
