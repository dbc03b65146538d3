import { account } from '#people/accounts/contract/limits.ts';

/** One environment variable that the site reads: the single description of it, from which the documentation is made. */
export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly about: string;
}

/** Every environment variable, in the order of the documentation (`docs/operating.md`). */
export const settings = [
  { name: 'PORT', fallback: '3000', about: 'Port to listen on. 0 picks a free one.' },
  { name: 'HOST', fallback: '127.0.0.1', about: 'Address to listen on. Any address but loopback means production.' },
  { name: 'DATA_DIR', fallback: './data', about: "Folder of the site's own database, uploaded files and local mail." },
  {
    name: 'S3_BUCKET',
    fallback: '',
    about: 'Keep files in this bucket of an S3 store. Empty: in the data folder. The bucket must exist and be private.',
  },
  {
    name: 'S3_ENDPOINT',
    fallback: '',
    about: 'Address of the store, such as `https://s3.example.org`. Empty: Amazon S3 in S3_REGION.',
  },
  { name: 'S3_REGION', fallback: '', about: 'Region of the bucket. Required without S3_ENDPOINT, else `us-east-1`.' },
  { name: 'S3_ACCESS_KEY_ID', fallback: '', about: 'Key that may read, write, list and delete in the bucket.' },
  { name: 'S3_SECRET_ACCESS_KEY', fallback: '', about: 'Secret of that key.' },
  {
    name: 'S3_FORCE_PATH_STYLE',
    fallback: '',
    about: 'on: the bucket stands in the path, off: in the host name. Empty: on with S3_ENDPOINT, else off.',
  },
  {
    name: 'MEDIA_WORKERS',
    fallback: '1',
    about:
      'Pictures that are processed here at once, and as many sounds and as many videos beside them, 0 to 8. Each may take a core.',
  },
  {
    name: 'HEIC_COMMAND',
    fallback: '',
    about:
      "A program that makes PNG of HEIC, given both names: `heif-convert` of Debian's `libheif-examples`, `heif-dec` of newer ones. Empty: HEIC is refused, with words on how to export JPEG.",
  },
  {
    name: 'SCAN_COMMAND',
    fallback: '',
    about:
      'A virus scanner for ZIPs: a program with arguments, separated by blanks, that reads a file from its input, such as `clamdscan --stream -`. Status 0 is clean, 1 infected; after anything else it is tried again.',
  },
  {
    name: 'CLAMD_SOCKET',
    fallback: '',
    about:
      "Instead of SCAN_COMMAND: the socket of ClamAV's daemon, `/run/clamav/clamd.ctl` or `tcp://clamav:3310`. Its `StreamMaxLength` must be at least the largest upload.",
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    about:
      'A PostgreSQL server (15 or newer): `postgres://user:password@host/name`. Empty: the site starts one of its own in DATA_DIR.',
  },
  { name: 'DATABASE_POOL', fallback: '10', about: 'Connections to the database server, 2 to 100.' },
  {
    name: 'DATABASE_USER',
    fallback: '',
    about:
      "User of the system that the site's own database runs as when the site runs as root. Empty: `nobody` in a user namespace; where there are none, the owner of DATA_DIR.",
  },
  {
    name: 'BACKUP_TARGET',
    fallback: '',
    about:
      'Where backups go: an absolute folder or `s3://BUCKET/PREFIX` for a set; or a vertical bar and a command, which reads an archive from its input. Empty: none are made by themselves.',
  },
  { name: 'BACKUP_HOUR', fallback: '3', about: 'Hour in UTC at which the site makes a backup; off: it makes none.' },
  {
    name: 'BACKUP_KEEP',
    fallback: '7d 4w 6m',
    about: 'Backups that stay in a set: the last of so many days, weeks and months.',
  },
  {
    name: 'BACKUP_RECIPIENTS',
    fallback: '',
    about: 'Public keys of age (`age1…`), with commas, that backups are encrypted for. Empty: they are not encrypted.',
  },
  {
    name: 'BACKUP_IDENTITY',
    fallback: '',
    about:
      'File with the private key of age, for restore tests by the site: whoever has this machine then opens the backups too. Empty: restore encrypted ones by hand.',
  },
  {
    name: 'BACKUP_S3_ENDPOINT',
    fallback: '',
    about: 'Store of the backups, where it is not that of the files; so are the next four.',
  },
  { name: 'BACKUP_S3_REGION', fallback: '', about: 'As S3_REGION.' },
  { name: 'BACKUP_S3_ACCESS_KEY_ID', fallback: '', about: 'As S3_ACCESS_KEY_ID.' },
  { name: 'BACKUP_S3_SECRET_ACCESS_KEY', fallback: '', about: 'As S3_SECRET_ACCESS_KEY.' },
  { name: 'BACKUP_S3_FORCE_PATH_STYLE', fallback: '', about: 'As S3_FORCE_PATH_STYLE.' },
  { name: 'SITE_NAME', fallback: 'Looproom', about: 'Name of the site.' },
  {
    name: 'SITE_URL',
    fallback: '',
    about:
      'Public address, such as `https://example.org`. An https address means production. Empty: `http://localhost:PORT`.',
  },
  {
    name: 'SECRET',
    fallback: '',
    about:
      'At least 32 characters that sign sessions and links. Empty: made once and kept in DATA_DIR; several processes need the same one.',
  },
  {
    name: 'TRUSTED_PROXY',
    fallback: '',
    about:
      'Addresses or networks of proxies whose forwarded headers are believed, comma separated, such as `127.0.0.1,10.0.0.0/8`.',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    about:
      'Mail server: `smtp://user:password@host:587`. Empty: mail goes to the local outbox (`/dev/outbox`); in production it is required.',
  },
  { name: 'MAIL_FROM', fallback: '', about: 'Sender of mails. Empty: `SITE_NAME <no-reply@host of SITE_URL>`.' },
  {
    name: 'MAIL_BOUNCES',
    fallback: '',
    about:
      'Address to which mails come back, such as `bounces@example.org`, with all `bounces+…@`. Let the site read them (`MAIL_MAILBOX`), or pipe them into `mail bounce`. Empty: they return to the sender.',
  },
  {
    name: 'MAIL_MAILBOX',
    fallback: '',
    about:
      'Mailbox of `MAIL_BOUNCES` and of it alone, `imaps://user:password@host/INBOX`. Every five minutes unread mails are read, and marked as read. Empty: none.',
  },
  { name: 'LOG_LEVEL', fallback: 'info', about: 'trace, debug, info, warn, error, fatal or silent.' },
  {
    name: 'SLOW_REQUEST_MS',
    fallback: '1000',
    about:
      'Milliseconds from which a request has a line `slow request` in the log. 0: none. Files and uploads have none.',
  },
  {
    name: 'SLOW_QUERY_MS',
    fallback: '500',
    about: 'The same for a query, `slow query`.',
  },
  {
    name: 'RATE_LIMITS',
    fallback: 'on',
    about: 'off: no request rate refuses anything, for benchmarks. Refused in production.',
  },
  {
    name: 'RATES',
    fallback: '',
    about:
      'Request rates and attempt limits that differ from the built-in ones, comma separated: calls in seconds, such as `signIn=40/300,read=2400/60`. The names are listed below.',
  },
  {
    name: 'SIGN_UP',
    fallback: 'open',
    about:
      'Who may sign up: open (everybody), invitation (who has a link that an admin made) or closed. With closed, outside providers sign in members alone; with invitation also who was invited by mail to an address that the provider has verified.',
  },
  {
    name: 'SESSION_DAYS',
    fallback: String(account.sessionDays),
    about: `Days after its last use until a session ends, 1 to ${account.sessionMaxDays}. A year after it was opened it ends in any case.`,
  },
  {
    name: 'STAFF_TWO_FACTOR',
    fallback: 'off',
    about: 'on: moderators and admins without two-factor sign-in have no rights but to set it up.',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: '',
    about: 'Bearer token for `/metrics`. Empty: only loopback callers may read it.',
  },
  {
    name: 'UPDATE_FEED',
    fallback: '',
    about:
      'https address of the releases of the software, as Atom, RSS or JSON. It is read twice a day at most, when staff open the panel, which says when there is a newer version. Empty: nothing is asked.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    about:
      'Address of an OpenTelemetry collector that takes traces over HTTP, such as `http://127.0.0.1:4318`. They have routes and names of queries, and nothing of members. Empty: no traces.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: '',
    about: 'Headers for it, such as a token: `name=value`, comma separated.',
  },
  { name: 'OTEL_TRACES_SAMPLER_ARG', fallback: '1', about: 'Share of requests and jobs that are traced, 0 to 1.' },
  {
    name: 'SENTRY_DSN',
    fallback: '',
    about:
      'Address of a service that takes error reports as Sentry does: `https://KEY@HOST/PROJECT`. They have the kind of an error, its message without quoted values, and places in the code. Empty: no reports.',
  },
  {
    name: 'CHAT_STATUS_URL',
    fallback: '',
    about:
      'Address of a picture that shows the status of a chat-server name, https, with `{username}` in its place, such as `https://status.example.org/{username}.png`. Browsers of readers fetch it. Empty: no status cards.',
  },
  {
    name: 'CHAT_SERVER_URL',
    fallback: '',
    about: 'Address of the external chat server (https) that settings link to. Empty: no link.',
  },
  { name: 'DISCORD_CLIENT_ID', fallback: '', about: 'Sign-in with Discord; needs the secret too.' },
  { name: 'DISCORD_CLIENT_SECRET', fallback: '', about: 'Sign-in with Discord.' },
  { name: 'GOOGLE_CLIENT_ID', fallback: '', about: 'Sign-in with Google; needs the secret too.' },
  { name: 'GOOGLE_CLIENT_SECRET', fallback: '', about: 'Sign-in with Google.' },
  {
    name: 'SPOTIFY_CLIENT_ID',
    fallback: '',
    about: 'Sign-in with Spotify, and its numbers in the showcase; needs the secret too.',
  },
  { name: 'SPOTIFY_CLIENT_SECRET', fallback: '', about: 'As SPOTIFY_CLIENT_ID.' },
  {
    name: 'SPOTIFY_LOOKUP',
    fallback: 'on',
    about:
      'off: the site asks Spotify for nothing, and the showcase has no names and pictures of artists. on: a job asks once a day for each.',
  },
  {
    name: 'SPOTIFY_STAND_IN_URL',
    fallback: '',
    about:
      'For tests: address of a local stand-in that plays Spotify, such as `http://127.0.0.1:9000`. Refused in production.',
  },
  {
    name: 'SOCIAL_STAND_IN_URL',
    fallback: '',
    about: 'For tests: address of a local stand-in that plays every outside sign-in provider. Refused in production.',
  },
  {
    name: 'PUSH_SERVICES',
    fallback: 'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
    about:
      'Push services of browsers that notifications are sent to, comma separated; `*.` stands for any name below. `off`: no pushes. Outside production a local stand-in may be given, such as `http://127.0.0.1:9000`.',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    fallback: '',
    about:
      'Secret key of the payment provider (Stripe). Empty: outside production a test checkout that moves no money, in production nothing can be bought.',
  },
  { name: 'STRIPE_WEBHOOK_SECRET', fallback: '', about: 'Secret that signs its events. Required with the key.' },
  {
    name: 'STRIPE_PRICES',
    fallback: '',
    about:
      'What is sold, as products and their price ids, comma separated: `vip=price_1,premium=price_2,omega_premium=price_3,premium_lifetime=price_4,ultimate-package=price_5`. A product without a price cannot be bought.',
  },
  {
    name: 'STRIPE_TAX',
    fallback: 'off',
    about: 'on: the provider computes and collects taxes, as set up there.',
  },
  {
    name: 'STRIPE_STAND_IN_URL',
    fallback: '',
    about:
      'For tests: address of a local stand-in that plays the provider, such as `http://127.0.0.1:9000`. Refused in production.',
  },
  {
    name: 'PRICES',
    fallback: 'vip=500,premium=1000,omega_premium=1500,premium_lifetime=800,ultimate-package=999',
    about:
      'Prices as pages show them, in US cents: tiers a month, the others once. They must be those of the provider, which the start compares; one that is not given is the built-in one.',
  },
  {
    name: 'UPGRADE_CREDITS',
    fallback: '999',
    about: 'Price of the Ultimate Package in credits; 0: it is sold for money alone.',
  },
  {
    name: 'PAYMENT_GRACE_DAYS',
    fallback: '7',
    about: 'Days for which a tier goes on while its renewal fails, 0 to 30.',
  },
  {
    name: 'FREE_ENTITLEMENTS',
    fallback: '',
    about:
      'Upgrades that every member has for free, comma separated: custom_banner, pin_own_post, name_glow, role_badge_text, animated_text, listing_priority, larger_uploads.',
  },
] as const satisfies readonly Setting[];

/** Name of a setting. */
export type Name = (typeof settings)[number]['name'];
