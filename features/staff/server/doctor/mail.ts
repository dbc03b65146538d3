import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopback } from '#platform/server/config.ts';
import { mailTimeouts, checkMailServer, senderOf } from '#platform/server/mail/mail.ts';
import { type Check, type Examined, NotExamined, problem, warning } from './check.ts';

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

function serverOf({ config }: Examined): string {
  if (config.smtpUrl === null) throw new NotExamined('There is no mail server.', 'skipped');
  return config.smtpUrl;
}

const connection: Check = {
  name: 'mail',
  about: 'The mail server',
  async look({ config }) {
    if (config.smtpUrl === null)
      return [
        warning(
          'There is no mail server: mails are put into a folder of this machine, and nobody gets them.',
          'Start the site with SMTP_URL=smtp://user:password@mail.example.org:587',
        ),
      ];
    const { host } = new URL(config.smtpUrl);
    try {
      await checkMailServer(config.smtpUrl);
      return `${host} takes mails.`;
    } catch (error) {
      const remedy = /expired/i.test(wordsOf(error))
        ? 'Renew the certificate on the mail server, and restart that; see that the clock of this machine is right.'
        : /certificate|altname/i.test(wordsOf(error))
          ? 'Name the host of SMTP_URL as its certificate does, or have a certificate made for it.'
          : (error as { code?: string }).code === 'EAUTH'
            ? 'Check user and password in SMTP_URL; encode signs such as @ in it (%40).'
            : 'Check host and port in SMTP_URL, and that the firewall lets this machine out: nc -vz HOST PORT';
      return [problem(`The mail server ${host} cannot be used: ${wordsOf(error)}.`, remedy)];
    }
  },
};

const tls: Check = {
  name: 'mail-tls',
  about: 'Encryption to the mail server',
  async look(site) {
    const url = serverOf(site);
    const { host, hostname, port } = new URL(url);
    if (isLoopback(hostname)) throw new NotExamined('The mail server is on this machine.', 'skipped');
    const smtp = new SMTPConnection({ ...createTransport(url).options, ...mailTimeouts });
    try {
      await new Promise<void>((resolve, reject) => {
        smtp.on('error', reject);
        smtp.connect((error) => (error ? reject(error) : resolve()));
      });
      return smtp.secure
        ? `Mails to ${host} are encrypted.`
        : [
            problem(
              `Mails and the password go to ${host} unencrypted.`,
              port === '587' || port === ''
                ? 'Let the mail server offer STARTTLS.'
                : 'Use SMTP_URL=smtps://…:465, or port 587 with STARTTLS.',
            ),
          ];
    } catch (error) {
      throw new NotExamined(`The mail server does not answer: ${wordsOf(error)}.`, 'skipped');
    } finally {
      smtp.close();
    }
  },
};

/** Names that no public DNS knows. */
const local = /(^|\.)(localhost|local|internal|lan|home|test|example|invalid|example\.(com|net|org))$/;

/** The domain of the sender. @throws {NotExamined} where it has no public DNS */
function domainOf(site: Examined): string {
  serverOf(site);
  const address = /<([^>]+)>\s*$/.exec(senderOf(site.config, site.siteUrl))?.[1] ?? senderOf(site.config, site.siteUrl);
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (isIP(domain) !== 0 || !domain.includes('.') || local.test(domain))
    throw new NotExamined(`${domain} has no public DNS.`, 'skipped');
  return domain;
}

/** TXT records; null where the name is not there at all. @throws {NotExamined} where DNS does not answer */
async function txtOf({ tools }: Examined, name: string): Promise<string[] | null> {
  try {
    return await tools.txt(name);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENODATA') return [];
    if (code === 'ENOTFOUND') return null;
    throw new NotExamined(`DNS does not answer: ${wordsOf(error)}.`);
  }
}

const spf: Check = {
  name: 'spf',
  about: "The sender's SPF record",
  async look(site) {
    const domain = domainOf(site);
    const found = ((await txtOf(site, domain)) ?? []).filter((text) => /^v=spf1( |$)/i.test(text));
    if (found.length > 1)
      return [
        problem(`${domain} has ${found.length} SPF records, which counts as none.`, 'Join them into one TXT record.'),
      ];
    if (found.length === 0)
      return [
        problem(
          `${domain} has no SPF record: mails of the site count as forged.`,
          `DNS: ${domain}. TXT "v=spf1 a mx ~all", with what the mail provider asks for (include:…).`,
        ),
      ];
    return /\+all\b|\sall\b/i.test(found[0]!)
      ? [warning(`The SPF record of ${domain} lets everybody send.`, `DNS: end it with ~all instead of +all.`)]
      : `${domain} has one.`;
  },
};

const dkim: Check = {
  name: 'dkim',
  about: "The sender's DKIM keys",
  async look(site) {
    const domain = domainOf(site);
    // The name of a key is the mail server's. Above a key the name is there without records (RFC 8020); without keys it is not.
    return (await txtOf(site, `_domainkey.${domain}`)) === null
      ? [
          warning(
            `${domain} seems to have no DKIM key: large mail providers take mails without signature as spam.`,
            `Let the mail server sign (OpenDKIM, or the provider's settings), and put its key into DNS: SELECTOR._domainkey.${domain}. TXT "v=DKIM1; …"`,
          ),
        ]
      : `${domain} has keys.`;
  },
};

const dmarc: Check = {
  name: 'dmarc',
  about: "The sender's DMARC record",
  async look(site) {
    const domain = domainOf(site);
    // The organization's domain counts too; without a list of public suffixes every one above is asked.
    for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      const found = ((await txtOf(site, `_dmarc.${name}`)) ?? []).filter((text) => /^v=DMARC1\s*;/i.test(text));
      if (found.length > 1) return [problem(`${name} has ${found.length} DMARC records.`, 'Leave one of them.')];
      if (found.length === 1) return `${name} has one.`;
    }
    return [
      warning(
        `${domain} has no DMARC record: large mail providers want one.`,
        `DNS: _dmarc.${domain}. TXT "v=DMARC1; p=none; rua=mailto:postmaster@${domain}"`,
      ),
    ];
  },
};

/** The mail server and the DNS of the sender. */
export const mailChecks: readonly Check[] = [connection, tls, spf, dkim, dmarc];
