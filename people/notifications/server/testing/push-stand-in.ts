import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '#people/notifications/contract/endpoints.ts';

/** A browser as a push service knows it. */
export interface StandInBrowser {
  /** What the page sends to `PUT /notifications/push`. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** Messages that arrived, decrypted, in their order. */
  readonly messages: PushMessage[];
  /** Headers of the latest message. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What the service answers from now on; 201 at first. */
  status: number;
}

/** A local push service with browsers behind it that can read what they get (RFC 8291). */
export interface PushStandIn {
  /** For `PUSH_SERVICES`. */
  readonly url: string;
  browser(): StandInBrowser;
  close(): Promise<void>;
}

/** Starts the stand-in on a free port of the loopback. */
export async function startPushStandIn(): Promise<PushStandIn> {
  const browsers = new Map<string, StandInBrowser & { read(body: Buffer): PushMessage }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '');
      if (browser?.status === 201) {
        browser.headers = request.headers;
        browser.messages.push(browser.read(Buffer.concat(chunks)));
      }
      response.writeHead(browser?.status ?? 404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    browser() {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const browser = {
        subscription: { endpoint: url + path, keys: { p256dh, auth: auth.toString('base64url') } },
        messages: [],
        headers: {},
        status: 201,
        read: (body: Buffer) => readMessage(body, curve, auth),
      };
      browsers.set(path, browser);
      return browser;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Decrypts one record of `aes128gcm` (RFC 8188 §2, RFC 8291 §3.4). */
function readMessage(body: Buffer, curve: ReturnType<typeof createECDH>, auth: Buffer): PushMessage {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body[20]!);
  const sealed = body.subarray(21 + body[20]!);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const open = createDecipheriv('aes-128-gcm', key, nonce);
  open.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  // The last byte before the padding marks the last record.
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')) as PushMessage;
}
