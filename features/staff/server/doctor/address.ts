import { isLoopback } from '#platform/server/config.ts';
import { takenPort } from '#platform/server/config/place.ts';
import { realtimePath } from '#platform/contract/event.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Seen, makeProbe } from '#platform/server/http/network/probe.ts';
import { presentSecret } from '#platform/server/secret/secret.ts';
import { type Check, type Examined, type Finding, NotExamined, problem, warning } from './check.ts';
import type { Asked } from './tools.ts';

const DAY_MS = 86_400_000;
/** Days before the end of a certificate: they are renewed a month before it. */
const CERTIFICATE_DAYS = 14;
/** Seconds by which clocks may differ: two-factor codes are good for 30. */
const SKEW_SECONDS = 20;

const wordsOf = (error: unknown): string => {
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return cause instanceof Error ? cause.message : String(cause);
};

/** Asks an address of the site for what it sees. `seen` is null where something else answers. */
async function askSite(
  { config, tools }: Examined,
  origin: string,
  signal: AbortSignal,
): Promise<Asked & { readonly seen: Seen | null }> {
  const secret = presentSecret(config);
  if (secret === null) throw new NotExamined('There is no secret yet: the first start makes it.', 'skipped');
  const probe = makeProbe(secret);
  const answer = await tools.ask(`${origin}/healthz`, probe.headers, signal);
  return { ...answer, seen: probe.read(answer.body) };
}

/** Where this machine reaches the site. */
function localOrigin({ host, port }: Examined['config']): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

const port: Check = {
  name: 'port',
  about: 'The port',
  async look(site, signal) {
    const { config } = site;
    if (config.port === 0) throw new NotExamined('PORT is 0: each start picks a free one.', 'skipped');
    const taken = await takenPort(config);
    if (taken === null) return `Port ${config.port} is free: the site does not run here.`;
    const answer = await askSite(site, localOrigin(config), signal).catch((error: unknown) => {
      if (error instanceof NotExamined) throw error;
      return null;
    });
    return answer?.seen
      ? `The site runs on port ${config.port}.`
      : [problem(taken, `See which program: ss -ltnp 'sport = :${config.port}'`)];
  },
};

/** The public address, where it is not that of this machine alone. @throws {NotExamined} */
async function askPublic(site: Examined, signal: AbortSignal): Promise<Asked & { readonly seen: Seen | null }> {
  try {
    return await askSite(site, site.siteUrl, signal);
  } catch (error) {
    if (error instanceof NotExamined) throw error;
    throw new NotExamined(`${site.siteUrl} does not answer from here: ${wordsOf(error)}.`);
  }
}

const proxy: Check = {
  name: 'proxy',
  about: 'The own address, and what a proxy passes on',
  async look(site, signal) {
    const { siteUrl, config } = site;
    const { status, seen } = await askPublic(site, signal);
    if (seen === null)
      return [
        status === 502 || status === 503 || status === 504
          ? problem(
              `${siteUrl} answers ${status}: the proxy does not reach the site.`,
              `Start the site, and let the proxy pass requests on to it: proxy_pass ${localOrigin(config)};`,
            )
          : problem(
              `${siteUrl} answers ${status}, but not as this site.`,
              'Check SITE_URL, its DNS records, and where the proxy sends requests.',
            ),
      ];
    const found: Finding[] = [];
    if (!seen.isOwnHost)
      found.push(
        problem(
          `The proxy passes on the host ${seen.host} instead of ${new URL(siteUrl).host}: pages answer 421.`,
          'In nginx: proxy_set_header Host $host;',
        ),
      );
    const isDirect = isLoopback(new URL(siteUrl).hostname);
    // Where this machine is also that of the proxy, both have one address.
    const isSameMachine = seen.forwardedFor?.split(',').at(-1)?.trim() === seen.peer;
    if (seen.forwardedFor !== null && seen.address === seen.peer && !isSameMachine)
      found.push(
        problem(
          `The proxy ${seen.peer} is not trusted: all visitors count as one.`,
          `Start the site with TRUSTED_PROXY=${seen.peer}`,
        ),
      );
    else if (seen.forwardedFor === null && !isDirect && siteUrl.startsWith('https:'))
      found.push(
        problem(
          'The proxy does not say who asks: all visitors count as one.',
          'In nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
        ),
      );
    return found.length > 0 ? found : `${siteUrl} leads here.`;
  },
};

const https: Check = {
  name: 'https',
  about: 'https',
  async look(site, signal) {
    const { siteUrl, config } = site;
    if (!siteUrl.startsWith('https:')) {
      if (!config.production && isLoopback(new URL(siteUrl).hostname))
        throw new NotExamined('The site is for this machine alone.', 'skipped');
      return [
        problem(
          `${siteUrl} is not encrypted: passwords and sessions can be read on the way.`,
          'Put a proxy with a certificate in front (docs/operating.md, "Behind a proxy"), and set SITE_URL=https://…',
        ),
      ];
    }
    const { tls, headers } = await askPublic(site, signal);
    const found: Finding[] = [];
    if (tls?.fault)
      found.push(
        problem(
          `Browsers do not trust the certificate of ${siteUrl}: ${tls.fault}.`,
          'Get one from a public authority, such as: certbot --nginx. Serve the whole chain (fullchain.pem).',
        ),
      );
    const days = tls?.validTo ? Math.floor((tls.validTo.getTime() - site.now().getTime()) / DAY_MS) : null;
    if (!tls?.fault && days !== null && days < CERTIFICATE_DAYS)
      found.push(warning(`The certificate ends in ${days} days.`, 'Run: certbot renew. See why no timer does it.'));
    if (found.length === 0 && headers['strict-transport-security'] === undefined)
      found.push(
        warning(
          'The proxy removes strict-transport-security.',
          'In nginx: remove proxy_hide_header and add_header for it.',
        ),
      );
    return found.length > 0 ? found : `The certificate is trusted${days === null ? '' : ` and good for ${days} days`}.`;
  },
};

const webSocket: Check = {
  name: 'websocket',
  about: 'WebSocket through the proxy',
  async look(site, signal) {
    const { siteUrl } = site;
    const { seen } = await askPublic(site, signal);
    if (seen === null) throw new NotExamined('Another program answers there.', 'skipped');
    try {
      await site.tools.socket(`${siteUrl.replace(/^http/, 'ws')}${realtimePath}`, siteUrl, signal);
      return 'It opens.';
    } catch (error) {
      return [
        problem(
          `A WebSocket to ${siteUrl}${realtimePath} does not open (${wordsOf(error)}): nothing is live.`,
          `In nginx, at ${realtimePath}: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";`,
        ),
      ];
    }
  },
};

/** Names of clocks, and by how many seconds they are ahead of this one. */
async function skews(site: Examined, signal: AbortSignal): Promise<{ name: string; seconds: number }[]> {
  const { db, config, siteUrl, tools } = site;
  const found: { name: string; seconds: number }[] = [];
  const here = (): number => site.now().getTime();
  if (db && config.databaseUrl) {
    const [row] = await db.rows<{ at: Date }>(sql`SELECT clock_timestamp() AS at`);
    found.push({ name: 'the database server', seconds: (row!.at.getTime() - here()) / 1000 });
  }
  const addresses = [config.s3?.endpoint ?? null, siteUrl].filter((url) => url !== null);
  for (const url of addresses) {
    if (isLoopback(new URL(url).hostname)) continue;
    const date = await tools.ask(url, {}, signal).then(
      ({ headers }) => headers.date,
      // A store or site that is away is another check's.
      () => undefined,
    );
    if (date !== undefined) found.push({ name: new URL(url).host, seconds: (Date.parse(date) - here()) / 1000 });
  }
  return found;
}

const clock: Check = {
  name: 'clock',
  about: 'The clock',
  async look(site, signal) {
    const clocks = await skews(site, signal);
    if (clocks.length === 0)
      throw new NotExamined('No other machine is known whose clock could be compared.', 'skipped');
    const wrong = clocks.filter(({ seconds }) => Math.abs(seconds) > SKEW_SECONDS);
    return wrong.length === 0
      ? `It agrees with that of ${clocks.map(({ name }) => name).join(' and ')}.`
      : wrong.map(({ name, seconds }) =>
          problem(
            `The clock of this machine is ${Math.abs(Math.round(seconds))} s ${seconds > 0 ? 'behind' : 'ahead of'} that of ${name}: two-factor codes and signed requests fail.`,
            'Let the system set it: timedatectl set-ntp true (on both machines)',
          ),
        );
  },
};

/** The own address and the way to it. */
export const addressChecks: readonly Check[] = [clock, port, proxy, https, webSocket];
