import { UndoStack } from './service.js';

describe('UndoStack', () => {
  it('runs every step once in reverse order, also when one fails, and throws the first error', async () => {
    const ran: string[] = [];
    const undoStack = new UndoStack();
    const step = (name: string, failure?: Error) =>
      undoStack.push(() => (ran.push(name), failure ? Promise.reject(failure) : Promise.resolve()));
    step('release the claim');
    step('stop PostgreSQL', new Error('PostgreSQL does not stop'));
    step('close the application', new Error('a hook failed'));

    await expect(undoStack.run()).rejects.toThrow('a hook failed');
    expect(ran).toEqual(['close the application', 'stop PostgreSQL', 'release the claim']);
    await expect(undoStack.run()).resolves.toBeUndefined();
    expect(ran).toHaveLength(3);
  });

  it('continues after a step that throws synchronously', async () => {
    const ran: string[] = [];
    const undoStack = new UndoStack();
    undoStack.push(() => Promise.resolve(void ran.push('first')));
    undoStack.push(() => {
      throw new Error('at once');
    });

    await expect(undoStack.run()).rejects.toThrow('at once');
    expect(ran).toEqual(['first']);
  });
});
