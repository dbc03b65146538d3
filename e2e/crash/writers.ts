import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';

/** One thing that somebody sent, and what came of it. */
export interface Sent {
  readonly kind: 'reply' | 'post' | 'tip' | 'sign-up';
  readonly path: string;
  readonly cookie: string;
  readonly body: Readonly<Record<string, string>>;
  /** Null: no whole answer came. */
  status: number | null;
  /** An answer began and was cut off. */
  cut: boolean;
  /** What was made, where the answer says it. */
  id: string | null;
}

/** A refusal while the site could not save anything. */
export interface Refused {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | undefined;
}

/** Sends a thing, the first time or again, and notes the answer on it. @returns a refusal, where it is one */
export function send(agent: Agent, address: string, sent: Sent): Promise<Refused | null> {
  const { hostname, port } = new URL(address);
  const body = JSON.stringify(sent.body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    cookie: sent.cookie,
  };
  return new Promise((resolve) => {
    const outgoing = request(
      { agent, hostname, port, method: 'POST', path: `/api/v1${sent.path}`, headers },
      (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('error', () => {
          sent.cut = true;
          resolve(null);
        });
        answer.on('end', () => {
          const status = (sent.status = answer.statusCode ?? 0);
          const made = JSON.parse(text) as { id?: string; reply?: { id: string }; code?: string };
          if (status === 200) sent.id = made.reply?.id ?? made.id ?? null;
          resolve(status === 200 ? null : { status, code: made.code ?? '', retryAfter: answer.headers['retry-after'] });
        });
      },
    );
    outgoing.on('error', () => resolve(null));
    outgoing.end(body);
  });
}

/** People who write until the site is gone. */
export interface Load {
  readonly sent: readonly Sent[];
  /** Every refusal, in its order. */
  readonly refused: readonly Refused[];
  /** Ends the load before the site does: everybody gets an answer to what they have sent, and sends nothing more. */
  end(): void;
  /** Waits for the last of them. */
  ended(): Promise<void>;
}

type Thing = Pick<Sent, 'kind' | 'path' | 'cookie' | 'body'>;
const unanswered = { status: null, cut: false, id: null };

/** A text that nobody else has written. */
function textOf(beginning: string): { submitId: string; content: string } {
  const submitId = randomUUID();
  // In letters: one in some thousand ids has a part that is a valid account number, and such a text is held.
  const name = submitId.replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
  return { submitId, content: `${beginning}\n\nThe loop ${name} goes round.` };
}

/** A reply that nobody has sent yet. */
export function makeReply({ cookie }: FixtureMember, postId: string): Sent {
  return {
    kind: 'reply',
    path: `/forum/posts/${postId}/replies`,
    cookie,
    body: textOf('Are you back?'),
    ...unanswered,
  };
}

/** Milliseconds after which a patient member sends again. */
const PAUSE_MS = 100;
/** Milliseconds between two things of a member: of six members something is half-way at most times all the same. */
const WRITE_PAUSE_MS = 50;
/** The same of newcomers: most of what a sign-up costs is its password. */
const SIGN_UP_PAUSE_MS = 400;

/**
 * Every member writes replies, tips an author and now and then makes a post, and newcomers sign up, one after the other
 * each.
 * @param options.patient what is refused is sent again until it is done; otherwise a member gives up with the first
 */
export function startLoad(
  address: string,
  members: readonly FixtureMember[],
  postIds: readonly string[],
  options: { readonly patient?: boolean } = {},
): Load {
  const sent: Sent[] = [];
  const refused: Refused[] = [];
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  const next = async (thing: Thing): Promise<boolean> => {
    const made: Sent = { ...thing, ...unanswered };
    sent.push(made);
    for (;;) {
      const refusal = await send(agent, address, made);
      if (refusal !== null) refused.push(refusal);
      if (refusal === null || !options.patient) break;
      await sleep(PAUSE_MS);
    }
    if (made.status !== 200 || isOver) return false;
    await sleep(made.kind === 'sign-up' ? SIGN_UP_PAUSE_MS : WRITE_PAUSE_MS);
    return !isOver;
  };
  const write = async ({ cookie }: FixtureMember, number: number): Promise<void> => {
    for (let turn = number; ; turn++) {
      const { submitId, content } = textOf(`Number ${turn} of ${number}`);
      const path = `/forum/posts/${postIds[turn % postIds.length]!}`;
      const going =
        turn % 12 === 0
          ? await next({ kind: 'post', path: '/forum/posts', cookie, body: { content, submitId } })
          : turn % 4 === 1
            ? await next({ kind: 'tip', path: `${path}/tip`, cookie, body: { submitId } })
            : await next({ kind: 'reply', path: `${path}/replies`, cookie, body: { content, submitId } });
      if (!going) return;
    }
  };
  const signUp = async (): Promise<void> => {
    for (;;) {
      const body = { email: `${randomUUID()}@example.org`, password: 'plum violet 88' };
      if (!(await next({ kind: 'sign-up', path: '/auth/sign-up', cookie: '', body }))) return;
    }
  };
  const all = Promise.all([...members.map(write), signUp()]);
  return {
    sent,
    refused,
    end: () => (isOver = true),
    async ended() {
      await all;
      agent.destroy();
    },
  };
}
