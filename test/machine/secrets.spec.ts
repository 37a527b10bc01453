import ts from 'typescript';
import { checkoutFiles } from '../support/checkout-files.js';

const sources = [...checkoutFiles()].filter(([path]) => /^src\/.*\.ts$/.test(path) && !path.endsWith('.spec.ts'));
const secret = /(?:secret|digest|password|verifier|challenge|signature|hash)$/i;
const equals = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** Two readings of the same header are compared with each other, not with anything that is kept. */
const exceptions = ['src/auth/authorization-header.ts: secret === plain.secret'];

/** Something whose value everybody knows: that a secret is there at all is none. */
function isPublicValue(node: ts.Expression): boolean {
  return (
    node.kind === ts.SyntaxKind.NullKeyword ||
    node.getText() === 'undefined' ||
    ts.isLiteralExpression(node) ||
    ts.isTypeOfExpression(node)
  );
}

/** Every comparison by which a clock could tell how far a guess was right. */
function findUnsafeComparisons(path: string, text: string): string[] {
  const found: string[] = [];
  const context = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && equals.has(node.operatorToken.kind)) {
      const sides = [node.left, node.right];
      if (!sides.some(isPublicValue) && sides.some((side) => secret.test(side.getText())))
        found.push(`${path}: ${node.getText()}`);
    }
    ts.forEachChild(node, context);
  };
  context(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

describe('secrets in the sources', () => {
  it('are compared by timingSafeEqual over digests of one length', () => {
    expect(sources.flatMap(([path, text]) => findUnsafeComparisons(path, text))).toEqual(exceptions);
    expect(
      sources.filter(([, text]) => /(?:timingSafeEqual|areDigestsEqual)\(/.test(text)).map(([path]) => path),
    ).toEqual(
      expect.arrayContaining([
        'src/config/sealed-text.ts',
        'src/clients/clients.service.ts',
        'src/users/password.ts',
        'src/auth/oauth/authorize/code-challenge.ts',
        'src/auth/sessions/form-token.ts',
        'src/health/metrics.controller.ts',
      ]),
    );
  });

  it('are found when compared otherwise', () => {
    const careless = `if (client.secretDigest === offered) {} if (password != user.password) {} if (secret === null) {} if (typeof hash === 'string') {}`;

    expect(findUnsafeComparisons('a.ts', careless)).toEqual([
      'a.ts: client.secretDigest === offered',
      'a.ts: password != user.password',
    ]);
  });

  it('come from a cryptographic random generator', () => {
    // Scripts of pages make no secrets: they spread their requests over time.
    const server = sources.filter(([path]) => !path.startsWith('src/web/'));
    expect(server.filter(([, text]) => text.includes('Math.random')).map(([path]) => path)).toEqual([]);
  });
});
