import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { ContractKey, Input, Reply } from '#site/contract/contract.ts';
import { type ErrorCode, type Problem, errors } from '#platform/contract/errors.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { type FixtureMember, type MemberOverrides, makeMember } from '#people/accounts/server/fixtures.ts';
import type { Feature } from '#platform/server/feature.ts';
import { API_PREFIX } from '#platform/server/http/server.ts';
import type { OutboxMail } from '#platform/server/mail/message.ts';
import { sql } from '#platform/server/db/database.ts';
import { openSite } from '#site/server/site.ts';
import { type TestClock, makeTestClock } from './clock.ts';
import { makeTestDatabase } from './database.ts';
import './hashing.ts';
import { type Sent, type Unread, asRead } from './read-version.ts';

export type { Sent };

/** How a database says that it, or the machine, had too much to do. */
const BUSY = ['55P03', '57014', '40P01', '40001', '53200', '53300'];

export interface WorldOptions {
  /** Where the clock stands at first; without it the machine's own clock runs. */
  readonly clock?: Date;
  /** False: jobs are stored, not run. */
  readonly work?: boolean;
  /** True: `settle` leaves out jobs that failed and wait for their next try. */
  readonly jobsMayFail?: boolean;
  /** True: request rates count as on a real site. */
  readonly rateLimits?: boolean;
  /** Settings that differ, by their environment names. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly features?: readonly Feature[];
  /** Another process of this world's site: on its database, with a folder of its own. It is closed first. */
  readonly beside?: World;
}

/** Who calls: a member of `world.member()`, or whatever a browser would send. Nothing is a visitor. */
export interface As {
  readonly cookie?: string;
  /** Network address; 127.0.0.1 when not given. */
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer of an endpoint. */
export interface Answer {
  readonly status: number;
  /** Parsed JSON; the text where it is none. */
  readonly body: unknown;
  readonly headers: LightMyRequestResponse['headers'];
}

/** A key's input, left out where nothing is required; then who calls. */
export type Arguments<K extends ContractKey> =
  {} extends Unread<Input<K>> ? [input?: Unread<Input<K>>, as?: As | null] : [input: Unread<Input<K>>, as?: As | null];

/** One site on a fresh database, for one test file. */
export interface World {
  readonly ctx: Context;
  readonly app: FastifyInstance;
  /** Only with the option `clock`. */
  readonly clock: TestClock | null;
  /** Calls an endpoint over its real HTTP route, with any input, right or wrong; a decision of staff `asRead`. */
  call(key: string, input?: Sent, as?: As | null): Promise<Answer>;
  /** Reads any address, such as a feed or a file. */
  get(address: string, as?: As | null): Promise<Answer>;
  /** Asks any address by any method. */
  request(method: string, address: string, as?: As | null): Promise<Answer>;
  /** Calls an endpoint and expects success. */
  ok<K extends ContractKey>(key: K, ...rest: Arguments<K>): Promise<Reply<K>>;
  /** Calls an endpoint and expects this refusal, with the texts of the contract. */
  refused<K extends ContractKey>(key: K, input: Unread<Input<K>>, as: As | null, code: ErrorCode): Promise<Problem>;
  /** A fresh member with an open session; verified by default. */
  member(overrides?: MemberOverrides): Promise<FixtureMember>;
  /**
   * Waits until no job is left that could run now; those that a busy database has sent away run again.
   * @throws where another job failed, unless the world has `jobsMayFail`
   */
  settle(): Promise<void>;
  /** The mails to an address, newest first, after every job has run. */
  mails(to: string): Promise<OutboxMail[]>;
  close(): Promise<void>;
}

/** Opens a site without pages in a folder of its own, on the server of `TEST_DATABASE_URL`. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-world-'));
  const database = options.beside ? { url: '', drop: async () => {} } : await makeTestDatabase();
  const clock = options.clock ? makeTestClock(options.clock) : null;
  const remove = async (): Promise<void> => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  const site = await openSite(
    readConfig({
      PORT: '3999',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      // Each connection reads the catalogue and plans every statement for itself.
      DATABASE_POOL: '4',
      ...(options.beside && {
        DATABASE_URL: options.beside.ctx.config.databaseUrl!,
        SECRET: options.beside.ctx.secret,
      }),
      ...options.environment,
    }),
    pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }),
    {
      pages: false,
      rateLimits: options.rateLimits ?? false,
      work: options.work ?? true,
      ...(clock && { clock }),
      ...(options.features && { features: options.features }),
    },
  ).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const { app, ctx } = site;

  const send = async (method: string, url: string, body: unknown, as: As | null): Promise<Answer> => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress: as?.address ?? '127.0.0.1',
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...(as?.cookie && { cookie: as.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...as?.headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: parsed(response), headers: response.headers };
  };
  const call: World['call'] = async (key, given = {}, as = null) => {
    const [method, pattern] = key.split(' ') as [string, string];
    const input = await asRead(ctx, key, given);
    return await send(method, API_PREFIX + addressOf(pattern, input), input.body, as);
  };
  const settle = async (): Promise<void> => {
    if (options.work === false) throw new Error('This world runs no jobs: open it without `work: false`.');
    for (;;) {
      await ctx.jobs.idle();
      const failed = await ctx.db.rows<{ id: string; name: string; output: object | null; isBusy: boolean }>(sql`
        SELECT id, name, output, coalesce(output ->> 'name' = 'DatabaseOutage' OR output ->> 'code' = ANY(${BUSY}::text[]), false) AS "isBusy"
        FROM pgboss.job WHERE state = 'retry' AND start_after > now()`);
      const defect = failed.find((job) => !job.isBusy);
      if (defect && !options.jobsMayFail)
        throw new Error(`The job ${defect.name} failed and waits for its next try: ${JSON.stringify(defect.output)}`);
      const busy = failed.filter((job) => job.isBusy).map((job) => job.id);
      if (busy.length === 0) return;
      // The site tries them again after half a minute.
      await ctx.db.rows(sql`UPDATE pgboss.job SET start_after = now() WHERE id = ANY(${busy}::uuid[])`);
    }
  };
  return {
    ctx,
    app,
    clock,
    call,
    get: (address, as = null) => send('GET', address, undefined, as),
    request: (method, address, as = null) => send(method, address, undefined, as),
    async ok(key, ...[input, as]) {
      const answer = await call(key, input as Sent | undefined, as ?? null);
      expect(answer, `${key} is done`).toMatchObject({ status: 200 });
      return answer.body as Reply<typeof key>;
    },
    async refused(key, input, as, code) {
      const answer = await call(key, input as Sent, as);
      expect(answer, `${key} is refused`).toMatchObject({ status: errors[code].status, body: { code } });
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      return answer.body as Problem;
    },
    member: (overrides) => makeMember(ctx, overrides),
    settle,
    async mails(to) {
      await settle();
      const all = (await ctx.mail.outbox?.list(1000)) ?? [];
      return all.filter((mail) => mail.to === to);
    },
    async close() {
      await site.close();
      await remove();
    },
  };
}

/** The path with its parameters in place and the query behind it. */
function addressOf(pattern: string, input: Sent): string {
  const place = pattern.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = Object.entries(input.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return query.length === 0 ? place : `${place}?${new URLSearchParams(query).toString()}`;
}

function parsed(response: LightMyRequestResponse): unknown {
  const type = response.headers['content-type'] ?? '';
  return /json/.test(type) && response.body !== '' ? (JSON.parse(response.body) as unknown) : response.body;
}
