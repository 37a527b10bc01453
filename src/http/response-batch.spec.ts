import { setImmediate as nextTurn } from 'node:timers/promises';
import { ResponseBatch } from './response-batch.js';

/** Replies that write down what they send; the one named `broken` fails. */
function createBatch() {
  const batch = new ResponseBatch();
  const sent: string[] = [];
  const add = (name: string): void =>
    batch.add({
      reply: {
        send: (payload) => {
          if (name === 'broken') throw new Error('cannot be sent');
          sent.push(payload.toString());
        },
      },
      payload: Buffer.from(name),
      onError: (error) => sent.push((error as Error).message),
    });
  return { sent, add };
}

describe('ResponseBatch', () => {
  it('sends what is ready at the end of the turn, in order', async () => {
    const { sent, add } = createBatch();
    for (const name of ['a', 'b', 'c']) add(name);
    expect(sent).toEqual([]);

    await nextTurn();
    expect(sent).toEqual(['a', 'b', 'c']);

    add('d');
    await nextTurn();
    expect(sent).toEqual(['a', 'b', 'c', 'd']);
  });

  it('sends eight at once, and the others at the end of the turn', async () => {
    const { sent, add } = createBatch();
    for (let n = 1; n <= 11; n++) add(String(n));
    expect(sent).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);

    await nextTurn();
    expect(sent.slice(8)).toEqual(['9', '10', '11']);
  });

  it('sends the others when one cannot be sent', async () => {
    const { sent, add } = createBatch();
    for (const name of ['a', 'broken', 'c']) add(name);
    await nextTurn();
    expect(sent).toEqual(['a', 'cannot be sent', 'c']);
  });
});
