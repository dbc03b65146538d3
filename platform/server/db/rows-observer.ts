import type pg from 'pg';

/** Called with the statement when `rows` is; what it returns is called with the result. */
type RowsObserver = (text: string) => (result: pg.QueryResult) => void;

let observer: RowsObserver | null = null;

/**
 * Sets who sees the results of all `rows` of this process. Tests compare them with the types of their callers. A file of
 * its own, so that a test without a database does not load one for it.
 */
export function observeRows(next: RowsObserver): void {
  observer = next;
}

/** What is to be called with a statement's result; undefined when nobody observes. */
export const observed = (text: string): ReturnType<RowsObserver> | undefined => observer?.(text);
