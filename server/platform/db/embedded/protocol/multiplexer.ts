import { runInternally } from '#server/platform/db/embedded/engine.ts';
import type { Engine } from '#server/platform/db/embedded/engine.ts';
import { Listeners } from './listeners.ts';
import { closeAll, errorResponse, idleStatus, readyForQuery, sync, takeApart } from './protocol.ts';
import { beginQuery, endQuery } from '#server/platform/db/embedded/worker/query-deadline.ts';
import type { QueryDeadline } from '#server/platform/db/embedded/worker/query-deadline.ts';
import { Session } from './session.ts';
import type { SessionHost, Unit, Wire } from './session.ts';

/** Milliseconds of work after which the thread reads new messages, so that a long pipeline blocks nobody. */
const sliceMs = 4;

/** A write-ahead log of this many bytes brings a CHECKPOINT: the embedded PostgreSQL never starts one by itself. */
const checkpointAfterBytes = 128 * 1024 * 1024;

/** Milliseconds that maintenance work may take before the watchdog treats it as a runaway. */
const choreMs = 300_000;

export type MultiplexerOptions = {
  readonly engine: Engine;
  readonly deadline: QueryDeadline;
  readonly idleInTransactionMs: number;
  readonly runawayMs: number;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;
};

/**
 * Lets many clients share the one backend. A client owns the backend from its first unit until the backend reports
 * that no transaction is open; between owners, clients take turns of one unit each.
 */
export class Multiplexer implements SessionHost {
  readonly serverVersion: string;
  readonly #options: MultiplexerOptions;
  readonly #sessions = new Map<number, Session>();
  readonly #listeners = new Listeners();
  /** Sessions with something to run, the longest waiting first. */
  readonly #line = new Set<Session>();
  /** Maintenance work to run as soon as no transaction is open. */
  readonly #chores: (() => void)[] = [];
  #owner: Session | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #pumpIsDue = false;

  constructor(options: MultiplexerOptions) {
    this.#options = options;
    this.serverVersion = options.engine.serverVersion;
  }

  /** A new client. */
  open(wire: Wire): Session {
    const session = new Session(++this.#lastId, this, wire);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** Called by a session that has units pending. */
  queued(session: Session): void {
    this.#line.add(session);
    if (!this.#pumpIsDue) this.#pump();
  }

  /** Called by a session whose client is gone: whatever it left open is undone. */
  leave(session: Session): void {
    this.#sessions.delete(session.id);
    this.#line.delete(session);
    if (this.#owner === session) {
      this.#setOwner(undefined);
      this.#chores.unshift(() => {
        // Sync first: after a Flush the backend may be waiting for one, and hear nothing else.
        this.#options.engine.execute(sync);
        runInternally(this.#options.engine, 'ROLLBACK');
      });
    }
    if (session.names.any) this.#chores.push(() => void this.#options.engine.execute(closeAll(session.names.inUse)));
    for (const sql of this.#listeners.leave(session))
      this.#chores.push(() => void runInternally(this.#options.engine, sql));
    this.#schedule();
  }

  /** Drops what a client has queued but not begun; what runs cannot be interrupted. */
  cancel(processId: number, secret: number): void {
    const session = this.#sessions.get(processId);
    if (session === undefined || session.secret !== secret || session === this.#owner) return;
    for (const unit of session.pending.splice(0)) {
      session.wire.send(errorResponse('ERROR', '57014', 'canceling statement due to user request'));
      if (unit.expectsReady) session.wire.send(readyForQuery());
    }
    this.#line.delete(session);
  }

  /** Lets transactions that begin from now on write, or not. The one that is open goes on as it began. */
  setReadOnly(isOn: boolean): void {
    // The checkpoint makes room: old parts of the log are given back.
    const texts = isOn
      ? ['CHECKPOINT', 'SET default_transaction_read_only = on']
      : ['SET default_transaction_read_only = off'];
    for (const text of texts) this.#chores.push(() => void runInternally(this.#options.engine, text));
    this.#schedule();
  }

  /** Ends every session, with `reason`. */
  shutDown(reason: string): void {
    for (const session of this.#sessions.values()) session.kill('57P01', reason);
    this.#doChores();
  }

  #schedule(): void {
    if (this.#pumpIsDue) return;
    this.#pumpIsDue = true;
    setImmediate(() => {
      this.#pumpIsDue = false;
      this.#pump();
    });
  }

  #pump(): void {
    const started = performance.now();
    for (;;) {
      if (this.#owner === undefined) this.#doChores();
      const session = this.#next();
      const unit = session?.pending.shift();
      if (session === undefined || unit === undefined) return;
      this.#line.delete(session);
      if (session.pending.length > 0) this.#line.add(session);
      this.#serve(session, unit);
      if (performance.now() - started > sliceMs) return this.#schedule();
    }
  }

  #next(): Session | undefined {
    if (this.#owner !== undefined) return this.#owner.pending.length > 0 ? this.#owner : undefined;
    return this.#line.values().next().value;
  }

  #serve(session: Session, unit: Unit): void {
    clearTimeout(this.#idleTimer);
    if (unit.patienceMs !== undefined) session.transactionPatienceMs = unit.patienceMs;
    const { engine, deadline, runawayMs } = this.#options;
    beginQuery(deadline, Math.max(runawayMs, session.patienceMs, session.transactionPatienceMs));
    const reply = takeApart(engine.execute(unit.bytes));
    endQuery(deadline);
    if (unit.expectsReady && reply.status === undefined) throw new Error('the embedded database no longer answers');

    if (!reply.failed) this.#listeners.heed(session, unit.listens);
    if (reply.status === idleStatus) this.#transactionEnded(session);
    else this.#setOwner(session);
    for (const { channel, bytes } of reply.notifications) this.#listeners.deliver(channel, bytes);
    session.wire.send(reply.bytes);
  }

  #transactionEnded(session: Session): void {
    this.#setOwner(undefined);
    session.transactionPatienceMs = 0;
    session.names.forgetPortals();
    for (const sql of this.#listeners.restore()) runInternally(this.#options.engine, sql);
  }

  #setOwner(session: Session | undefined): void {
    clearTimeout(this.#idleTimer);
    this.#owner = session;
    if (session === undefined) return;
    this.#idleTimer = setTimeout(() => {
      this.#options.log('warn', 'A transaction was left idle and has been rolled back.', { client: session.id });
      session.kill('25P03', 'terminating connection due to idle-in-transaction timeout');
    }, this.#options.idleInTransactionMs);
  }

  #doChores(): void {
    const { engine, deadline, log } = this.#options;
    if (engine.logBytes() > checkpointAfterBytes)
      this.#chores.push(() => {
        engine.forgetLog();
        if (!runInternally(engine, 'CHECKPOINT')) log('error', 'The database could not make a checkpoint.');
      });
    if (this.#chores.length === 0) return;
    beginQuery(deadline, choreMs);
    for (const chore of this.#chores.splice(0)) chore();
    endQuery(deadline);
  }
}
