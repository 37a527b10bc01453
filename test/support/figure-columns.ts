/**
 * Runs in the browser: the columns of figures that are not aligned at their end, or whose heads are not. Figures have a sign, decimals or
 * thousands; plain numbers may be ids.
 */
export function listUnalignedColumns(): string[] {
  const isFigure = (text: string): boolean =>
    /^[+−-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?( [A-Z]{3})?$/.test(text) && /^[+−-]|[.,]/.test(text);
  const readAlignment = (cell: Element): string => getComputedStyle(cell).textAlign;
  return [...document.querySelectorAll<HTMLTableElement>('main table:has(thead)')].flatMap((table) => {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter(({ cells }) => cells.length > 1);
    return [...(table.tHead?.rows[0]?.cells ?? [])].flatMap((head, at) => {
      const cells = rows.flatMap((row) => row.cells[at] ?? []);
      const figures = cells.filter((cell) => isFigure(cell.innerText.trim()));
      // The prices of a ladder are in the middle, below their head.
      const isAligned = ['end', 'right', 'center'].some((side) =>
        [...figures, head].every((cell) => readAlignment(cell) === side),
      );
      return figures.length > 0 && !isAligned ? [`the figures below ${head.innerText} are not at their end`] : [];
    });
  });
}
