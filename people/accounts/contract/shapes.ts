import { z } from 'zod';
import { codePattern, fieldErrors } from '#platform/contract/field-errors.ts';
import { account } from './limits.ts';
import { badge, id, mailAddress, person, timestamp } from '#platform/contract/shapes.ts';

/** The address of an account. */
export const email = mailAddress;
/** A password that is set. */
export const newPassword = z.string().min(account.passwordMin).max(account.passwordMax);
/** A password that is compared. */
export const anyPassword = z.string().min(1).max(account.passwordMax);
/** The name that others see. */
export const displayName = z.string().trim().max(account.displayNameMax);
/** The secret of a link. */
export const token = z.string().min(8).max(2000);
/** A code of six digits. */
export const digits = z.string().trim().regex(new RegExp(codePattern), fieldErrors.code);

/** The signed-in member, as every page knows them. */
export const viewer = z.object({
  id,
  userId: z.string(),
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  badge,
  xp: z.number(),
  level: z.number(),
  credits: z.number(),
  verified: z.boolean(),
  /** Has said in settings to be an adult. */
  adult: z.boolean(),
  isAdmin: z.boolean(),
  isModerator: z.boolean(),
  /** Of the staff, but without the two-factor sign-in that this site asks of staff: no rights until it is set up. */
  twoFactorMissing: z.boolean(),
  suspendedUntil: timestamp.nullable(),
  silencedUntil: timestamp.nullable(),
  /** Joined in the last days (`account.newDays`): the home page leads them on. */
  isNew: z.boolean(),
  /** Must accept new terms before they can write. */
  legalPending: z.boolean(),
  /** The last event of the topic `viewer:{profileId}` that this includes. */
  eventSeq: z.int(),
});
export type Viewer = z.infer<typeof viewer>;

export const provider = z.enum(['discord', 'google', 'spotify']);

/** The viewer, and what the shell needs to know of the site. */
export const session = z.object({
  viewer: viewer.nullable(),
  /** Unread notifications, counted up to one above `notifications.badgeMax`. */
  unread: z.int().min(0),
  /** Members who ask for the viewer's friendship. */
  requests: z.int().min(0),
  site: z.object({
    name: z.string(),
    url: z.string(),
    providers: z.array(provider),
    production: z.boolean(),
    /** Everything can be read, and nothing saved: the disk is full, or staff have said so. */
    readOnly: z
      .object({ why: z.enum(['disk', 'maintenance']), until: timestamp.nullable(), text: z.string() })
      .nullable(),
    /** Who may sign up: everybody, who has an invitation, or nobody. */
    signUp: z.enum(['open', 'invitation', 'closed']),
    /** Main colour that an admin has set, `#rrggbb`; null for that of the software. */
    color: z.string().nullable(),
    /** Second colour, the same. Absent: that of the software. */
    second: z.string().optional(),
    /** Font, a name of `siteFonts`. Absent: Archivo. */
    font: z.string().optional(),
    /** Address of the logo from the site's root; null for that of the software. */
    logo: z.string().nullable(),
    /** Styles of the site's own, and the first parts of addresses whose pages are without them. */
    style: z.object({ href: z.string(), not: z.array(z.string()) }).optional(),
    /** Address of an icon that is neither the logo nor that of the software. */
    icon: z.string().optional(),
    /** Parts of the site that are not as the software has them; absent where all are. */
    sections: z
      .object({
        /** What stands in the place of a page that is switched off. */
        closed: z.string(),
        /** Beginnings of the addresses that are switched off, with a slash at the end. */
        off: z.array(z.string()),
        /** By a part's page: its own name, or null where no menu leads to it. */
        names: z.record(z.string(), z.string().nullable()),
        /** Pages that stand first in the menu, the first one last. */
        order: z.array(z.string()).optional(),
        /** Own links of the menu. */
        links: z.array(z.object({ label: z.string(), to: z.string() })).optional(),
        /** Own pages: what their address ends with, and their title. */
        pages: z.array(z.object({ key: z.string(), title: z.string() })).optional(),
      })
      .optional(),
  }),
});
export type Session = z.infer<typeof session>;

/** The answer to a sign-in that is complete. */
export const signedIn = z.object({ status: z.literal('signed_in'), viewer });
/** The answer to a sign-in; with two factors it is not complete yet. */
export const signInReply = z.discriminatedUnion('status', [signedIn, z.object({ status: z.literal('two_factor') })]);

export const accountSettings = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** An address that waits for its confirmation link. */
  pendingEmail: z.string().nullable(),
  /** Set while the address takes no mails of the site: since when, and what its mail server said. */
  mailRefused: z.object({ at: timestamp, answer: z.string() }).nullable(),
  hasPassword: z.boolean(),
  twoFactor: z.boolean(),
  recoveryCodesLeft: z.number(),
  adult: z.boolean(),
  createdAt: timestamp,
  /** When a deletion that was asked for will be carried out. */
  deletionAt: timestamp.nullable(),
  connected: z.array(provider),
});

export const sessionRow = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  /** Browser and system in words, from the user agent. */
  device: z.string(),
  address: z.string().nullable(),
});

/** What the security of an account knows of. */
const securityEventKind = z.enum([
  'signed_in',
  'sign_in_failed',
  'throttled',
  'password_changed',
  'password_reset',
  'email_changed',
  'email_restored',
  'two_factor_on',
  'two_factor_off',
  'recovery_codes_renewed',
  'session_ended',
  'sessions_ended',
  'rights_granted',
  'rights_revoked',
]);
export type SecurityEventKind = z.infer<typeof securityEventKind>;

export const securityEvent = z.object({
  id,
  kind: securityEventKind,
  /** The way of a sign-in (`password`, `email_code`, …), or the right that was granted. */
  about: z.string().nullable(),
  /** Browser and system in words; null where the site itself or its operator did it. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: timestamp,
});

export const dataExport = z.object({
  id,
  state: z.enum(['waiting', 'ready', 'failed']),
  createdAt: timestamp,
  bytes: z.number().nullable(),
  /** Where to load it, below the site's root, for its owner only; null until ready. */
  url: z.string().nullable(),
});

/** A link with which one person may sign up, and what became of it. The link itself is answered once, when it is made. */
export const invitation = z.object({
  id,
  /** Where it was mailed; null for one that whoever has the link may use. */
  email: z.string().nullable(),
  state: z.enum(['open', 'used', 'revoked', 'expired']),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** Null where that was not stored. */
  invitedBy: person.nullable(),
  /** Who signed up with it; null too where the address had an account already. */
  joined: person.nullable(),
});
export type Invitation = z.infer<typeof invitation>;
