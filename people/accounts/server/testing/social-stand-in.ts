import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Who signs in at the stand-in. */
export interface StandInPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether the provider says that the address is verified (its Spotify never does). */
  readonly verified: boolean;
}

/** A local server that plays every outside sign-in provider: its authorize page asks nothing and sends back at once. */
export interface SocialStandIn {
  /** For `SOCIAL_STAND_IN_URL`. */
  readonly url: string;
  /** Who signs in from now on; null stands for pressing "cancel" at the provider. */
  person: StandInPerson | null;
  close(): Promise<void>;
}

interface Grant {
  readonly person: StandInPerson;
  readonly challenge: string | null;
  readonly redirectUri: string;
}

/** Starts the stand-in on a free port of the loopback, or on the given one. */
export async function startSocialStandIn(port = 0): Promise<SocialStandIn> {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, StandInPerson>();
  const standIn = { person: null as StandInPerson | null };

  const authorize = (url: URL, response: ServerResponse): void => {
    const redirectUri = url.searchParams.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    if (standIn.person) {
      const code = randomBytes(16).toString('hex');
      grants.set(code, { person: standIn.person, challenge: url.searchParams.get('code_challenge'), redirectUri });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', 'access_denied');
    }
    response.writeHead(302, { location: back.href }).end();
  };

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      !grant ||
      grant.redirectUri !== form.get('redirect_uri') ||
      (grant.challenge !== null && grant.challenge !== proof)
    ) {
      json(response, 400, { error: 'invalid_grant' });
      return;
    }
    const accessToken = randomBytes(16).toString('hex');
    tokens.set(accessToken, grant.person);
    json(response, 200, { access_token: accessToken, token_type: 'Bearer', expires_in: 3600 });
  };

  const user = (request: IncomingMessage, response: ServerResponse): void => {
    const person = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!person) json(response, 401, { error: 'invalid_token' });
    else
      json(response, 200, {
        id: person.id,
        sub: person.id,
        name: person.name,
        email: person.email,
        email_verified: person.verified,
      });
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const endpoint = url.pathname.split('/')[2];
    if (endpoint === 'authorize') authorize(url, response);
    else if (endpoint === 'token') token(request, response).catch(() => json(response, 500, { error: 'server_error' }));
    else if (endpoint === 'user') user(request, response);
    else json(response, 404, { error: 'not_found' });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(standIn, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
