import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { emit } from '#platform/server/events/emit.ts';
import type { RawRoute } from '#platform/server/http/raw-route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { mailRefused, noteRefusal } from './refusals.ts';

/** A mail that came back for good, or that its recipient calls spam. */
export interface Bounce {
  readonly address: string;
  /** What was said of it. */
  readonly answer: string;
}

/** Bytes of a report: providers send a few KB, mail servers a copy of the mail along. */
export const MAX_REPORT_BYTES = 1_000_000;
/** Recipients that one report may name. */
const MAX_BOUNCES = 100;

const signed = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

const keyOf = (secret: string, address: string): string =>
  signed(secret, `bounce:${address.toLowerCase()}`).slice(0, 24);

/**
 * Envelope sender by which a returned mail is known (VERP): `bounces@example.org` becomes `bounces+KEY@example.org`, with a
 * key that the site alone can make of the recipient.
 */
export function bounceSender(secret: string, base: string, to: string): string {
  const at = base.lastIndexOf('@');
  return `${base.slice(0, at)}+${keyOf(secret, to)}${base.slice(at)}`;
}

/**
 * The recipients that a returned mail names as failed for good (RFC 3464), if it came to an address that the site made for
 * them. @param report the whole mail
 */
export function bouncesOfReport(secret: string, report: string): Bounce[] {
  const unfolded = report.slice(0, MAX_REPORT_BYTES).replaceAll(/\r?\n[ \t]+/g, ' ');
  const keys = new Set([...unfolded.matchAll(/\+([\da-f]{24})@/g)].map(([, key]) => key));
  if (keys.size === 0) return [];
  return unfolded.split(/\r?\n\r?\n/).flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(block)?.[1]?.trim() ?? '';
    if (field('Action').toLowerCase() !== 'failed' || !field('Status').startsWith('5.')) return [];
    const named = ['Original-Recipient', 'Final-Recipient'].map((name) =>
      field(name)
        .replace(/^rfc822;\s*/i, '')
        .replaceAll(/[<>]/g, ''),
    );
    const address = named.find((each) => each !== '' && keys.has(keyOf(secret, each)));
    return address === undefined ? [] : [{ address, answer: field('Diagnostic-Code') || `Status ${field('Status')}` }];
  });
}

const spam = 'A mail was marked as spam.';

const sesEvent = z.object({
  bounce: z
    .object({
      bounceType: z.string(),
      bouncedRecipients: z.array(z.object({ emailAddress: z.string(), diagnosticCode: z.string().optional() })),
    })
    .optional(),
  complaint: z.object({ complainedRecipients: z.array(z.object({ emailAddress: z.string() })) }).optional(),
});

const postmarkEvent = z.object({
  RecordType: z.string(),
  Type: z.string().optional(),
  Email: z.string(),
  Description: z.string().optional(),
  Details: z.string().optional(),
});

const mailgunEvent = z.object({
  'event-data': z.object({
    event: z.string(),
    severity: z.string().optional(),
    recipient: z.string(),
    'delivery-status': z.object({ message: z.string().optional(), description: z.string().optional() }).optional(),
  }),
});

/** Types of Postmark's bounces after which it sends nothing more. */
const postmarkHard = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated', 'Blocked']);

function bouncesOfSes({ bounce, complaint }: z.infer<typeof sesEvent>): Bounce[] {
  return [
    ...(bounce?.bounceType === 'Permanent'
      ? bounce.bouncedRecipients.map((each) => ({
          address: each.emailAddress,
          answer: each.diagnosticCode ?? 'The mail came back.',
        }))
      : []),
    ...(complaint?.complainedRecipients.map((each) => ({ address: each.emailAddress, answer: spam })) ?? []),
  ];
}

function bouncesOfPostmark({ RecordType, Type, Email, Details, Description }: z.infer<typeof postmarkEvent>): Bounce[] {
  if (RecordType === 'SpamComplaint') return [{ address: Email, answer: spam }];
  const isHard = RecordType === 'Bounce' && Type !== undefined && postmarkHard.has(Type);
  return isHard ? [{ address: Email, answer: Details || Description || Type }] : [];
}

function bouncesOfMailgun({ 'event-data': data }: z.infer<typeof mailgunEvent>): Bounce[] {
  if (data.event === 'complained') return [{ address: data.recipient, answer: spam }];
  if (data.event !== 'failed' || data.severity !== 'permanent') return [];
  const status = data['delivery-status'];
  return [{ address: data.recipient, answer: status?.message || status?.description || 'The mail came back.' }];
}

/**
 * What a provider reports: Amazon SES (through SNS or by itself), Postmark or Mailgun. Other events of theirs are none of
 * these, and are answered as taken.
 */
export function bouncesOfEvent(event: unknown): Bounce[] {
  const envelope = z.object({ Type: z.literal('Notification'), Message: z.string() }).safeParse(event);
  const inner = envelope.success ? parsed(envelope.data.Message) : event;
  const postmark = postmarkEvent.safeParse(inner);
  if (postmark.success) return bouncesOfPostmark(postmark.data);
  const mailgun = mailgunEvent.safeParse(inner);
  if (mailgun.success) return bouncesOfMailgun(mailgun.data);
  const ses = sesEvent.safeParse(inner);
  return ses.success ? bouncesOfSes(ses.data) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Stops mails to these addresses. @returns of how many that is new */
export async function takeBounces(ctx: Context, bounces: readonly Bounce[]): Promise<number> {
  const taken = bounces.slice(0, MAX_BOUNCES).filter(({ address }) => z.email().max(254).safeParse(address).success);
  return await ctx.db.tx(async (tx) => {
    let count = 0;
    for (const { address, answer } of taken) {
      if (!(await noteRefusal(tx, address, answer, ctx.clock.now()))) continue;
      await emit(ctx, tx, mailRefused, { address });
      count++;
    }
    return count;
  });
}

const tokenOf = (secret: string): string => signed(secret, 'mail-events').slice(0, 40);

/** Where a mail provider sends its events. The address is the secret. */
export const mailEventsUrl = (site: Pick<Context, 'secret' | 'siteUrl'>): string =>
  `${site.siteUrl}/api/v1/mail/events/${tokenOf(site.secret)}`;

/** Reads at most {@link MAX_REPORT_BYTES}. @throws {Refusal} `too_large` */
async function textOf(request: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_REPORT_BYTES) throw new Refusal('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Takes events of a mail provider. SNS sends them as plain text. */
export const mailEventsRoute: RawRoute = {
  methods: ['POST'],
  path: '/api/v1/mail/events/:token',
  access: 'public',
  limit: 'mailEvent',
  summary: 'Takes bounces and complaints of a mail provider, by an address that only it knows.',
  async handle(ctx, { request, response, params }) {
    const [given, ours] = [Buffer.from(params['token'] ?? ''), Buffer.from(tokenOf(ctx.secret))];
    if (given.length !== ours.length || !timingSafeEqual(given, ours)) throw new Refusal('not_found');
    const event = parsed(await textOf(request));
    const confirmation = z
      .object({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: z.string().max(2000) })
      .safeParse(event);
    if (confirmation.success)
      ctx.log.warn({ url: confirmation.data.SubscribeURL }, 'open this address to confirm the events of Amazon SNS');
    const count = await takeBounces(ctx, bouncesOfEvent(event));
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify({ stopped: count }));
  },
};
