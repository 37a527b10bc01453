import { OpenStreams } from './open-streams.js';

describe('OpenStreams', () => {
  it('notifies each stream once, and late ones at once', () => {
    const streams = new OpenStreams();
    const ended: string[] = [];
    streams.register(() => ended.push('first'));
    const unregister = streams.register(() => ended.push('gone'));
    unregister();

    expect(streams.isStopping).toBe(false);
    expect(streams.endAll()).toEqual([]);
    streams.register(() => ended.push('late'));
    streams.endAll();

    expect(streams.isStopping).toBe(true);
    expect(ended).toEqual(['first', 'late']);
    expect(streams.size).toBe(0);
  });

  it('continues when a stream fails', () => {
    const streams = new OpenStreams();
    const ended: string[] = [];
    streams.register(() => {
      throw new Error('stuck');
    });
    streams.register(() => ended.push('second'));

    expect(streams.endAll()).toEqual([new Error('stuck')]);
    expect(ended).toEqual(['second']);
  });
});
