/** Mail providers with so many customers that a burst of sign-ups from one of them means little. */
const largeHosts: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'aol.com'],
  ...['icloud.com', 'me.com', 'mac.com', 'proton.me', 'protonmail.com', 'pm.me', 'fastmail.com', 'zoho.com'],
  ...['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'web.de', 't-online.de', 'freenet.de', 'posteo.de', 'mailbox.org'],
  ...['orange.fr', 'free.fr', 'laposte.net', 'wanadoo.fr', 'libero.it', 'virgilio.it', 'hotmail.fr', 'yahoo.fr'],
  ...['mail.ru', 'yandex.ru', 'qq.com', '163.com', '126.com', 'naver.com', 'daum.net', 'yahoo.co.jp', 'hotmail.co.uk'],
]);

/** The host of a mail address, in lower case. */
export const mailHostOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** How many more sign-ups than others a host may have. */
export const hostFactor = (host: string): number => (largeHosts.has(host) ? 10 : 1);
