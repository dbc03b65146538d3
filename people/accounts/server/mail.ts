import { account } from '#people/accounts/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Message } from '#platform/server/mail/message.ts';

type Site = Pick<Context, 'config' | 'siteUrl'>;

const notYou = 'If that was not you, no action is needed.';

/** After sign-up, or when asked for again. */
export function mailVerify(site: Site, to: string, token: string): Message {
  return {
    kind: 'verify',
    asked: { goodForMinutes: account.verifyLinkMinutes },
    to,
    subject: `Confirm your email address for ${site.config.siteName}`,
    paragraphs: [
      `Welcome to ${site.config.siteName}. Please confirm that this address is yours. The link signs you in on the device that opens it.`,
      `It works once, for ${account.verifyLinkMinutes / 60} hours. If you did not sign up, do not open it; no action is needed.`,
    ],
    action: { label: 'Confirm the address', url: `${site.siteUrl}/auth?mode=verify&token=${token}` },
  };
}

/** To the new address of a member who wants to change it. */
export function mailConfirmNewEmail(site: Site, to: string, token: string): Message {
  return {
    kind: 'confirm-new-email',
    asked: { goodForMinutes: account.verifyLinkMinutes },
    to,
    subject: `Confirm your new email address for ${site.config.siteName}`,
    paragraphs: [
      `A member of ${site.config.siteName} wants to use this address from now on. Please confirm that it is yours.`,
      `The link works once, for ${account.verifyLinkMinutes / 60} hours. ${notYou}`,
    ],
    action: { label: 'Confirm the new address', url: `${site.siteUrl}/auth?mode=verify&token=${token}` },
  };
}

/** To the present address of a member who wants to change it. */
export function mailEmailChangeAsked(site: Site, to: string): Message {
  return {
    kind: 'email-change-asked',
    to,
    subject: `A new email address for your ${site.config.siteName} account`,
    paragraphs: [
      'Somebody who knows your password asked to change the email address of your account. It changes as soon as the new address is confirmed.',
      'If that was not you, set a new password now: it ends every session.',
    ],
    action: { label: 'Set a new password', url: `${site.siteUrl}/auth` },
  };
}

/** To the former address, once another one has taken its place. */
export function mailEmailChanged(site: Site, to: string, token: string): Message {
  return {
    kind: 'email-changed',
    to,
    subject: `The email address of your ${site.config.siteName} account has changed`,
    paragraphs: [
      'Your account has another email address now. Mails of the site go there, and this address signs in no more.',
      `If that was not you, undo it: the account gets this address back, every session ends, and you set a new password. The link works once, for ${account.undoEmailDays} days.`,
    ],
    action: { label: 'Undo the change', url: `${site.siteUrl}/auth?mode=undo-email&token=${token}` },
  };
}

/** To somebody whom an admin invites. */
export function mailInvitation(site: Site, to: string, url: string): Message {
  return {
    kind: 'invitation',
    asked: { goodForMinutes: account.invitationDays * 24 * 60 },
    to,
    subject: `An invitation to ${site.config.siteName}`,
    paragraphs: [
      `You are invited to ${site.config.siteName}. The link lets one person sign up, for ${account.invitationDays} days.`,
    ],
    action: { label: 'Sign up', url },
  };
}

/** After a sign-in from a device that the account was never signed in on. */
export function mailNewDevice(site: Site, to: string, from: { device: string; address: string; at: Date }): Message {
  const timestamp = `${from.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    kind: 'new-device',
    to,
    subject: `A new sign-in to your ${site.config.siteName} account`,
    paragraphs: [
      `Your account was signed in to from a device that it does not know: ${from.device}, ${from.address}, ${timestamp}.`,
      'If that was you, no action is needed. If not, set a new password at once and look at your sessions in settings.',
    ],
    action: { label: 'Open settings', url: `${site.siteUrl}/settings/account` },
  };
}

/** A link to set a password. */
export function mailReset(site: Site, to: string, token: string): Message {
  return {
    kind: 'reset',
    asked: { goodForMinutes: account.resetLinkMinutes },
    to,
    subject: `Set a new password for ${site.config.siteName}`,
    paragraphs: [
      'Here is the link to set a new password. It ends every session of your account, on every device.',
      `The link works once, for ${account.resetLinkMinutes} minutes. If you did not ask for it, no action is needed: your password stays as it is.`,
    ],
    action: { label: 'Set a new password', url: `${site.siteUrl}/auth?mode=reset&token=${token}` },
  };
}

/** A one-time code to sign in with. */
export function mailSignInCode(site: Site, to: string, code: string): Message {
  return {
    kind: 'sign-in-code',
    asked: { goodForMinutes: account.emailCodeMinutes },
    to,
    subject: `Your sign-in code for ${site.config.siteName}`,
    paragraphs: [
      `Enter this code on ${site.config.siteName} to sign in. It works once, for ${account.emailCodeMinutes} minutes.`,
      'Nobody of the staff will ever ask you for it. If you did not ask for it, no action is needed.',
    ],
    code,
  };
}

/** To the owner of an address that somebody signs up with again: the sign-up form itself says nothing. */
export function mailAlreadyMember(site: Site, to: string): Message {
  return {
    kind: 'already-member',
    to,
    subject: `You already have an account at ${site.config.siteName}`,
    paragraphs: [
      `Somebody just tried to use this address for an account at ${site.config.siteName}. It has one already, so nothing was changed.`,
      'If that was you: sign in, or set a new password if you have forgotten it. Otherwise no action is needed.',
    ],
    action: { label: 'Sign in', url: `${site.siteUrl}/auth` },
  };
}

/** After a password was changed or set by a link. */
export function mailPasswordChanged(site: Site, to: string): Message {
  return {
    kind: 'password-changed',
    to,
    subject: `Your password at ${site.config.siteName} was changed`,
    paragraphs: [
      'The password of your account was changed just now, and sessions on other devices were ended.',
      'If that was not you, set a new password at once.',
    ],
    action: { label: 'Set a new password', url: `${site.siteUrl}/auth` },
  };
}

/** After two-factor sign-in was turned on or off. */
export function mailTwoFactorChanged(site: Site, to: string, on: boolean): Message {
  return {
    kind: 'two-factor-changed',
    to,
    subject: `Two-factor sign-in at ${site.config.siteName} is ${on ? 'on' : 'off'}`,
    paragraphs: [
      on
        ? 'From now on, signing in to your account asks for a code of your authenticator app. Keep the recovery codes in a safe place.'
        : 'From now on, signing in to your account asks for no code of an authenticator app.',
      'If that was not you, set a new password at once.',
    ],
  };
}

/** After a deletion was asked for. */
export function mailDeletionScheduled(site: Site, to: string, at: Date): Message {
  const timestamp = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    kind: 'deletion-scheduled',
    to,
    subject: `Your account at ${site.config.siteName} will be deleted`,
    paragraphs: [
      `You asked to delete your account. It is deleted at ${timestamp}, with what you made; that cannot be undone.`,
      'Until then you can keep it: sign in and press "Keep my account" in settings.',
    ],
    action: { label: 'Open settings', url: `${site.siteUrl}/settings/account` },
  };
}

/** After an account was deleted. */
export function mailDeleted(site: Site, to: string): Message {
  return {
    kind: 'deleted',
    to,
    subject: `Your account at ${site.config.siteName} was deleted`,
    paragraphs: ['Your account and what you made have been deleted, as you asked. Thank you for having been here.'],
  };
}

/** When a copy of a member's data can be loaded. */
export function mailExportReady(site: Site, to: string, days: number): Message {
  return {
    kind: 'export-ready',
    to,
    subject: `Your data from ${site.config.siteName} is ready`,
    paragraphs: [
      `The copy of your data that you asked for can be loaded in settings for ${days} days. You need to be signed in.`,
    ],
    action: { label: 'Open settings', url: `${site.siteUrl}/settings/account` },
  };
}

/** To a member who wants to know whether mails reach them. */
export function mailTest(site: Site, to: string): Message {
  return {
    kind: 'test',
    asked: { goodForMinutes: account.verifyLinkMinutes },
    to,
    subject: `Mails of ${site.config.siteName} reach you`,
    paragraphs: ['You have asked in settings whether mails reach this address. They do.'],
    action: { label: 'Open settings', url: `${site.siteUrl}/settings/account` },
  };
}
