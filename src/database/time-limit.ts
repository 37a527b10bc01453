export class TimeLimitError extends Error {}

/** The result of the work; an error if the work takes longer than this. */
export async function withTimeLimit<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TimeLimitError(`It takes longer than ${milliseconds} ms.`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
