/** Like `Promise.allSettled` for one value, but at once if it is there. What it starts goes on before it is awaited. */
export function settle<Value>(
  read: () => Value | Promise<Value>,
): PromiseSettledResult<Value> | Promise<PromiseSettledResult<Value>> {
  try {
    const value = read();
    return value instanceof Promise
      ? value.then(
          (later) => ({ status: 'fulfilled', value: later }),
          (reason: unknown) => ({ status: 'rejected', reason }),
        )
      : { status: 'fulfilled', value };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}

/** Waits for those that are not there yet. None of them may reject. */
export async function waitForAll<Value>(values: readonly (Value | Promise<Value>)[]): Promise<Value[]> {
  const all: Value[] = [];
  for (const value of values) all.push(value instanceof Promise ? await value : value);
  return all;
}
