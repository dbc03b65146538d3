import { createECDH, hkdfSync } from 'node:crypto';
import webPush from 'web-push';
import { notifications as limits } from '#people/notifications/contract/limits.ts';
import type { PushMessage } from '#people/notifications/contract/endpoints.ts';
import type { Config } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import type { Subscription } from './push-store.ts';

/** How long a push service may take to answer. */
const ANSWER_MS = 10_000;
const HOUR_SECONDS = 3600;

interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

const keyPairs = new Map<string, KeyPair>();

/**
 * The VAPID key pair of this site (RFC 8292), base64url. Derived from the site's secret, so that all processes have the
 * same; with a new secret browsers subscribe again.
 */
export function pushKeys(secret: string): KeyPair {
  const cached = keyPairs.get(secret);
  if (cached) return cached;
  const curve = createECDH('prime256v1');
  let privateKey: Buffer;
  // A number of 256 bits exceeds the curve's order once in 2^32: then the next one is tried (rejection sampling).
  for (let count = 0; ; count++) {
    try {
      privateKey = Buffer.from(hkdfSync('sha256', secret, '', `web-push:${count}`, 32));
      curve.setPrivateKey(privateKey);
      break;
    } catch (error) {
      if (count > 8) throw error;
    }
  }
  // Not `getPrivateKey()`: it leaves out leading zeros, and a key must have 32 bytes.
  const pair = { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
  keyPairs.set(secret, pair);
  return pair;
}

/** Whether an address is of a push service that the operator allows, which prevents SSRF. */
export function isPushService(config: Pick<Config, 'pushServices'>, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, origin, port, username } = new URL(endpoint);
  return config.pushServices.some((service) => {
    if (service.startsWith('http:')) return origin === service;
    if (protocol !== 'https:' || port !== '' || username !== '') return false;
    return service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service;
  });
}

/** `gone`: the browser has unsubscribed. `again`: worth another try later. `refused`: no try will help. */
export type PushOutcome = 'sent' | 'gone' | 'again' | 'refused';

/** Sends one message, encrypted for the browser alone (RFC 8291). Does not throw. */
export async function sendPush(ctx: Context, to: Subscription, message: PushMessage): Promise<PushOutcome> {
  if (!isPushService(ctx.config, to.endpoint)) return 'gone';
  try {
    const request = webPush.generateRequestDetails(
      { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: contactOf(ctx), ...pushKeys(ctx.secret) },
        TTL: limits.pushHours * HOUR_SECONDS,
        contentEncoding: 'aes128gcm',
      },
    );
    const answer = await fetch(request.endpoint, {
      method: request.method,
      headers: request.headers,
      body: new Uint8Array(request.body),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel();
    if (answer.ok) return 'sent';
    if (answer.status === 404 || answer.status === 410) return 'gone';
    if (answer.status === 429 || answer.status >= 500) return 'again';
    ctx.log.warn({ status: answer.status, service: new URL(to.endpoint).hostname }, 'a push service refused a message');
    return 'refused';
  } catch (error) {
    ctx.log.warn({ error, service: new URL(to.endpoint).hostname }, 'a push service could not be reached');
    return 'again';
  }
}

/** Whom a push service may write to about this site: its address, else its mail. */
function contactOf(ctx: Context): string {
  if (ctx.siteUrl.startsWith('https://')) return ctx.siteUrl;
  const mail = /[^\s<>]+@[^\s<>]+/.exec(ctx.config.mailFrom ?? '')?.[0];
  return `mailto:${mail ?? 'operator@example.org'}`;
}
