import { rights } from '#content/rights/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Message } from '#platform/server/mail/message.ts';
import type { ComplaintRow } from './store.ts';
import { dayOf, referenceOf } from './rules.ts';

type Site = Pick<Context, 'config' | 'siteUrl'>;
type Named = Pick<ComplaintRow, 'id' | 'content_url'>;

const about = (site: Site, row: Named): string => `${site.siteUrl}${row.content_url}`;
/** Paragraphs of what somebody else wrote, with a name before them. */
const quoted = (name: string, text: string): string[] =>
  text === '' ? [] : [`${name}: ${text.replaceAll(/\s*\n\s*/g, ' ')}`];

/** To the claimant: the complaint counts once the link was opened. It has no words of the form: anybody can name any address. */
export function mailConfirmComplaint(site: Site, to: string, row: Named, token: string): Message {
  return {
    kind: 'confirm-complaint',
    to,
    subject: `Confirm your copyright complaint to ${site.config.siteName}`,
    paragraphs: [
      `Somebody gave this address with a copyright complaint about ${about(site, row)}. Please confirm that it was you. Staff see the complaint after that.`,
      `The link works for ${rights.confirmDays} days. If it was not you, no action is needed: nothing happens without it.`,
    ],
    action: { label: 'Confirm the complaint', url: `${site.siteUrl}/legal/takedown/confirm?token=${token}` },
  };
}

/** To the claimant, once staff have the complaint. */
export function mailComplaintReceived(site: Site, to: string, row: Named): Message {
  return {
    kind: 'complaint-received',
    to,
    subject: `Your complaint ${referenceOf(row.id)} was received`,
    paragraphs: [
      `Staff of ${site.config.siteName} will look at your complaint about ${about(site, row)} and answer by mail.`,
      `Its reference is ${referenceOf(row.id)}.`,
    ],
  };
}

/** To the claimant: what staff decided. */
export function mailComplaintDecided(site: Site, to: string, row: Named, accepted: boolean, reason: string): Message {
  return {
    kind: 'complaint-decided',
    to,
    subject: `Your complaint ${referenceOf(row.id)} was ${accepted ? 'accepted' : 'dismissed'}`,
    paragraphs: [
      accepted
        ? `What you complained about is hidden now: ${about(site, row)}. The member who uploaded it was told your name and what you wrote about your work, and may answer with a counter-notice. You would get a copy of it.`
        : `Staff of ${site.config.siteName} did not hide ${about(site, row)}.`,
      ...quoted('Reason', reason),
    ],
  };
}

/** To the uploader of a hidden content. */
export function mailContentHidden(
  site: Site,
  to: string,
  row: Named & Pick<ComplaintRow, 'content_title' | 'claimant_name' | 'on_behalf_of' | 'work'>,
  until: Date,
): Message {
  return {
    kind: 'content-hidden',
    to,
    subject: `"${row.content_title}" was hidden after a copyright complaint`,
    paragraphs: [
      `${row.claimant_name}${row.on_behalf_of === '' ? '' : `, for ${row.on_behalf_of},`} says that it uses a work of theirs without permission. Nobody but you and staff can see it now.`,
      ...quoted('The work', row.work),
      `If that is a mistake, you can send a counter-notice until ${dayOf(until)}. The page says what it needs, and what follows.`,
    ],
    action: { label: 'Read the complaint', url: `${site.siteUrl}/legal/complaints/${row.id}` },
  };
}

/** To the claimant: a copy of the counter-notice, as the law asks for. */
export function mailCounterNotice(
  site: Site,
  to: string,
  row: Named,
  counter: {
    name: string;
    postalAddress: string;
    phone: string;
    statement: string;
    restoreFrom: Date;
    restoreBy: Date;
  },
  token: string,
): Message {
  return {
    kind: 'counter-notice',
    to,
    subject: `A counter-notice to your complaint ${referenceOf(row.id)}`,
    paragraphs: [
      `The member who uploaded ${about(site, row)} says that it was hidden by mistake, and accepts that a court decides.`,
      `${counter.name}, ${counter.postalAddress}${counter.phone === '' ? '' : `, ${counter.phone}`}`,
      ...quoted('They write', counter.statement),
      `It comes back between ${dayOf(counter.restoreFrom)} and ${dayOf(counter.restoreBy)}, unless you tell us before that you have asked a court to stop it.`,
    ],
    action: { label: 'I have gone to court', url: `${site.siteUrl}/legal/takedown/court?token=${token}` },
  };
}

/** To the claimant: the content is back. */
export function mailRestored(site: Site, to: string, row: Named): Message {
  return {
    kind: 'restored',
    to,
    subject: `Complaint ${referenceOf(row.id)}: the content is back`,
    paragraphs: [`${about(site, row)} can be seen again. The complaint ${referenceOf(row.id)} is closed.`],
  };
}
