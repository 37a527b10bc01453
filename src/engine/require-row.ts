/** A row that names what no other row brought is a damaged store: better no engine than a wrong one. */
export function requireRow<Value>(rows: ReadonlyMap<number, Value>, id: number): Value {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`A stored row names ${id}, which is not there.`);
  return row;
}
