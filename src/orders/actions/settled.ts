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

/** At once if all are there. Rejects with the first that rejects. */
export function waitForAll<Value>(values: readonly (Value | Promise<Value>)[]): Value[] | Promise<Value[]> {
  const present: Value[] = [];
  for (const value of values) {
    if (value instanceof Promise) return Promise.all(values);
    present.push(value);
  }
  return present;
}
