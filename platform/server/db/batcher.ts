import { DatabaseOutage, outageOf } from './outage.ts';

/** One that waits, with who asked. */
interface Waiting<S> {
  readonly one: S;
  readonly since: number;
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

/**
 * Runs what comes for one name together: while something of a name runs, others of it wait, and then run as one. Whoever
 * waits too long is refused. Where several fail as one, each is run by itself, so that nobody fails for another.
 * @param run some at once: all or none; answers in their order
 * @returns asks for one; @throws {DatabaseOutage} `busy` after the longest wait or behind too many others, and what `run`
 * throws
 */
export function makeBatcher<S>(options: {
  readonly atOnce: number;
  readonly waitMs: number;
  /** Of one name, at most; what comes then is refused at once. */
  readonly longest: number;
  run(some: readonly S[]): Promise<object[][]>;
}): (name: string, one: S) => Promise<object[]> {
  const { atOnce, waitMs, longest, run } = options;
  const lines = new Map<string, Waiting<S>[]>();

  const runSome = async (some: readonly Waiting<S>[]): Promise<void> => {
    try {
      const answers = await run(some.map(({ one }) => one));
      for (const [at, { resolve }] of some.entries()) resolve(answers[at]!);
    } catch (error) {
      // Without an answer of the database nobody knows what was written.
      if (some.length === 1 || outageOf(error)) for (const { reject } of some) reject(error);
      else for (const each of some) await runSome([each]);
    }
  };

  const runLine = async (name: string, line: Waiting<S>[]): Promise<void> => {
    while (line.length > 0) {
      const oldest = performance.now() - waitMs;
      const some = line.splice(0, atOnce);
      const late = some.filter(({ since }) => since < oldest);
      for (const { reject } of late) reject(new DatabaseOutage('busy', `Those before it took more than ${waitMs} ms.`));
      const inTime = some.filter(({ since }) => since >= oldest);
      if (inTime.length > 0) await runSome(inTime);
    }
    lines.delete(name);
  };

  return (name, one) =>
    new Promise((resolve, reject) => {
      const waiting = { one, since: performance.now(), resolve, reject };
      const line = lines.get(name);
      if (line && line.length >= longest) reject(new DatabaseOutage('busy', `${longest} wait already.`));
      else if (line) line.push(waiting);
      else {
        const next = [waiting];
        lines.set(name, next);
        void runLine(name, next);
      }
    });
}
