import { Engine } from '../../src/engine/engine.js';
import { CURRENT_RULES, FIRST_RULES } from '../../src/engine/rules.js';
import { takeSnapshot } from '../../src/engine/snapshot.js';
import { parse } from './script.js';

describe('the rules version of a journal', () => {
  it('is 1 until AdoptRules, from its position on', () => {
    const engine = new Engine();
    expect(engine.state.counters.rules).toBe(FIRST_RULES);

    const events = engine.apply(parse(`rules ${CURRENT_RULES}`, 1));

    expect(events).toEqual([{ type: 'RulesAdopted', rules: CURRENT_RULES }]);
    expect(engine.state.followsRules(CURRENT_RULES)).toBe(true);
    expect(takeSnapshot(engine.state).counters.rules).toBe(CURRENT_RULES);
  });

  it('never decreases', () => {
    const engine = new Engine();
    engine.apply(parse(`rules ${CURRENT_RULES}`, 1));

    expect(engine.apply(parse(`rules ${CURRENT_RULES}`, 2))).toMatchObject([
      { type: 'CommandRefused', refusal: { code: 'rules_out_of_turn' } },
    ]);
    expect(engine.apply(parse('rules 1', 3))).toMatchObject([{ type: 'CommandRefused' }]);
    expect(engine.state.counters.rules).toBe(CURRENT_RULES);
  });

  it('of a newer service is refused', () => {
    expect(() => new Engine().apply(parse(`rules ${CURRENT_RULES + 1}`, 1))).toThrow(
      `this version knows those up to ${CURRENT_RULES}`,
    );
  });
});
