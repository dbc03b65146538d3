import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { FixtureMember } from '#server/features/accounts/fixtures.ts';

/** One thing that somebody sent, and what came of it. */
export interface Sent {
  readonly kind: 'reply' | 'post' | 'sign-up';
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

/** Sends a thing, the first time or again, and notes the answer on it. */
export function send(agent: Agent, address: string, sent: Sent): Promise<void> {
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
          resolve();
        });
        answer.on('end', () => {
          sent.status = answer.statusCode ?? 0;
          if (sent.status === 200) {
            const made = JSON.parse(text) as { id?: string; reply?: { id: string } };
            sent.id = made.reply?.id ?? made.id ?? null;
          }
          resolve();
        });
      },
    );
    outgoing.on('error', () => resolve());
    outgoing.end(body);
  });
}

/** People who write until the site is gone. */
export interface Load {
  readonly sent: readonly Sent[];
  /** Waits for the last of them. */
  ended(): Promise<void>;
}

/** Every member writes replies and now and then a post, and newcomers sign up, one after the other each. */
export function startLoad(address: string, members: readonly FixtureMember[], postIds: readonly string[]): Load {
  const sent: Sent[] = [];
  const agent = new Agent({ keepAlive: true });
  const next = (thing: Pick<Sent, 'kind' | 'path' | 'cookie' | 'body'>): Promise<boolean> => {
    const made: Sent = { ...thing, status: null, cut: false, id: null };
    sent.push(made);
    return send(agent, address, made).then(() => made.status === 200);
  };
  const write = async ({ cookie }: FixtureMember, number: number): Promise<void> => {
    for (let turn = number; ; turn++) {
      const submitId = randomUUID();
      // In letters: one in some thousand ids has a part that is a valid account number, and such a text is held.
      const name = submitId.replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
      const content = `Number ${turn} of ${number}\n\nThe loop ${name} goes round.`;
      const postId = postIds[turn % postIds.length]!;
      const going =
        turn % 12 === 0
          ? await next({ kind: 'post', path: '/forum/posts', cookie, body: { content, submitId } })
          : await next({ kind: 'reply', path: `/forum/posts/${postId}/replies`, cookie, body: { content, submitId } });
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
    async ended() {
      await all;
      agent.destroy();
    },
  };
}
