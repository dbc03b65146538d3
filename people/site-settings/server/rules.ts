import { z } from 'zod';
import { settingDefaults } from '#people/site-settings/contract/limits.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { logLevels } from '#platform/server/config.ts';
import { archive } from '#platform/contract/archive-limits.ts';
import { spam } from '#people/site-settings/contract/limits.ts';
import { creditsRestDays } from '#people/ledger/contract/limits.ts';
import {
  homeTextMax,
  makeTag,
  type SiteFont,
  siteFonts,
  stockColor,
  styleMax,
  welcomeDefaults,
  welcomeTextMax,
} from '#people/site-settings/contract/limits.ts';
import { isOwnPage } from '#people/legal/contract/limits.ts';
import { ownStyle } from './rules/own-style.ts';
import {
  isMenuAddress,
  menuLinksMax,
  namesOf,
  ownPageKey,
  ownPageKeyMax,
  ownPagesMax,
  partsOf,
  sectionIds,
  sectionNameMax,
  sections,
} from '#site/contract/section-limits.ts';

const count = z.int().min(1).max(100_000);

/** A text of new members: shown as it is, without Markdown. */
const welcomeText = z
  .string()
  .trim()
  .min(1, 'Enter a text, or take the default.')
  .max(welcomeTextMax)
  .regex(/^[^<>\p{Cc}]*$/u, 'No angle brackets or line breaks.');

const picture = z
  .string()
  .regex(/^([0-9a-f]{64})?$/, 'Upload a picture instead.')
  .default('');

const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(#[0-9a-f]{6})?$/, `Enter a colour as #rrggbb, such as ${stockColor}.`)
  .default('');

/** The sections that a setting names, separated by commas. */
const sectionList = z
  .string()
  .trim()
  .max(1000)
  .refine(
    (text) => partsOf(text).every((part) => Object.hasOwn(sections, part)),
    `Enter parts of the site with commas between them: ${sectionIds.join(', ')}.`,
  )
  .default('');

/** Every setting that may change at run time, with its shape and default. */
export const siteSettingShapes = z.object({
  spamWindowMinutes: z.int().min(1).max(1440).default(spam.windowMinutes),
  spamPosts: count.default(spam.posts),
  spamReplies: count.default(spam.replies),
  spamUploads: count.default(spam.uploads),
  spamMessages: count.default(spam.messages),
  newAccountHours: z.int().min(0).max(8760).default(account.newAccountHours),
  newAccountPercent: z.int().min(1).max(100).default(account.newAccountPercent),
  duplicateHours: z.int().min(0).max(720).default(settingDefaults.duplicateHours),
  newMemberLinks: z.int().min(0).max(100).default(settingDefaults.newMemberLinks),
  sameTextAccounts: z.int().min(2).max(100).default(settingDefaults.sameTextAccounts),
  sameTextHours: z.int().min(1).max(720).default(settingDefaults.sameTextHours),
  nearTextPercent: z.int().min(50).max(100).default(settingDefaults.nearTextPercent),
  /** 0: reports hide nothing by themselves. */
  hideAfterReports: z.int().min(0).max(100).default(0),
  uploadMegabytes: z.int().min(1).max(100_000).default(settingDefaults.uploadMegabytes),
  largerUploadMegabytes: z.int().min(1).max(100_000).default(settingDefaults.largerUploadMegabytes),
  /** Only admins make moderators and assign custom roles; else all staff do. */
  onlyAdminsAssign: z.boolean().default(false),
  counterNoticeDays: z.int().min(7).max(60).default(settingDefaults.counterNoticeDays),
  infringerStrikes: z.int().min(1).max(20).default(settingDefaults.infringerStrikes),
  infringerMonths: z.int().min(1).max(120).default(settingDefaults.infringerMonths),
  /** What happens to a repeat infringer: admins are notified, or the account is suspended as well. */
  infringerAction: z.enum(['notify', 'suspend']).default('notify'),
  quotaMegabytes: z.int().min(1).max(10_000_000).default(settingDefaults.quotaMegabytes),
  archiveEntries: z.int().min(1).max(archive.entriesMax).default(archive.entries),
  archiveUnpackedMegabytes: z.int().min(1).max(100_000).default(archive.unpackedMegabytes),
  archiveSoundMegabytes: z.int().min(1).max(1_000_000).default(archive.soundMegabytes),
  creditsRestDays: z.int().min(0).max(90).default(creditsRestDays),
  /** Empty: `SITE_NAME`. */
  siteName: z
    .string()
    .trim()
    .max(60)
    .regex(/^[^"<>\p{Cc}]*$/u, 'No quotation marks, angle brackets or line breaks.')
    .default(''),
  /** SHA-256 of stored pictures; empty for those of the software. */
  logo: picture,
  icon: picture,
  cover: picture,
  mailHead: picture,
  mailHeadDark: picture,
  /** Empty for the colours of the software. */
  color,
  secondColor: color,
  font: z.enum(Object.keys(siteFonts) as [SiteFont, ...SiteFont[]]).default('archivo'),
  /** CSS after the site's own; `rules/own-style.ts` says what it may have. */
  style: z
    .string()
    .trim()
    .max(styleMax)
    .superRefine((source, issues) => {
      const style = ownStyle(source);
      if ('fault' in style) issues.addIssue(style.fault);
    })
    .default(''),
  /** Markdown that visitors read on the home page; empty for that of the software. */
  homeText: z.string().trim().max(homeTextMax).default(''),
  /** What new members read: in their first notification, over the welcome, beside the way to a first post, with their first XP. */
  helloText: welcomeText.default(welcomeDefaults.helloText),
  welcomeText: welcomeText.default(welcomeDefaults.welcomeText),
  introductionText: welcomeText.default(welcomeDefaults.introductionText),
  firstXpText: welcomeText.default(welcomeDefaults.firstXpText),
  /** Where a first post belongs: a fixed category's key or a row's slug; General where there is none of that name. */
  introductionCategory: z.string().trim().toLowerCase().max(64).default(''),
  /** Tags that members choose from, separated by commas. */
  makes: z
    .string()
    .trim()
    .max(1000)
    .refine(
      (text) => partsOf(text).length > 0 && partsOf(text).length <= makeTag.count,
      `Enter 1 to ${makeTag.count} tags with commas between them.`,
    )
    .refine(
      (text) => partsOf(text).every((tag) => tag.length <= makeTag.max),
      `A tag has at most ${makeTag.max} characters.`,
    )
    .default(welcomeDefaults.makes),
  /** `read-only`: members can write nothing. `closed`: only staff get in. */
  maintenance: z.enum(['off', 'read-only', 'closed']).default('off'),
  /** In UTC, to the minute; empty: nobody knows. */
  maintenanceUntil: z
    .string()
    .trim()
    .max(16)
    .regex(/^(\d{4}-\d\d-\d\d \d\d:\d\d)?$/, 'Enter a time such as 2027-01-31 06:00, or leave it empty.')
    .refine((text) => text === '' || !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}Z`)), 'There is no such time.')
    .default(''),
  maintenanceText: z
    .string()
    .trim()
    .max(300)
    .regex(/^[^<>\p{Cc}]*$/u, 'No angle brackets or line breaks.')
    .default(''),
  /** Parts of the site that nobody reaches. */
  sectionsOff: sectionList,
  /** Parts that no menu, search, feed or list of several kinds shows. */
  sectionsHidden: sectionList,
  /** Own names of parts, such as `songs: Beats, leaks: Finds`. */
  sectionNames: z
    .string()
    .max(2000)
    .regex(/^[^"<>\p{Cc}]*$/u, 'No quotation marks, angle brackets or line breaks.')
    .refine(
      (text) =>
        [...namesOf(text)].every(
          ([id, name]) => Object.hasOwn(sections, id) && name !== '' && name.length <= sectionNameMax,
        ),
      `Enter parts with their names, such as songs: Beats, leaks: Finds. A name has at most ${sectionNameMax} characters.`,
    )
    .default(''),
  /** Pages of the menu that stand first in their groups, in this order. */
  menuOrder: z
    .string()
    .trim()
    .max(1000)
    .refine(
      (text) => partsOf(text).every((part) => /^\/[\w/-]*$/.test(part)),
      'Enter pages with commas between them, such as /songs, /sets.',
    )
    .default(''),
  /** Own links of the menu: `Shop: https://shop.example, Rules: /legal/rules`. */
  menuLinks: z
    .string()
    .trim()
    .max(6000)
    .regex(/^[^"<>\p{Cc}]*$/u, 'No quotation marks, angle brackets or line breaks.')
    .refine((text) => partsOf(text).length <= menuLinksMax, `A menu has at most ${menuLinksMax} links of its own.`)
    .refine(
      (text) =>
        [...namesOf(text)].every(([label, to]) => label !== '' && label.length <= sectionNameMax && isMenuAddress(to)),
      `Enter links such as Shop: https://shop.example, Rules: /legal/rules. A name has at most ${sectionNameMax} characters.`,
    )
    .default(''),
  /** Own pages: `imprint: Imprint, about: About us`. */
  ownPages: z
    .string()
    .trim()
    .max(2000)
    .regex(/^[^"<>\p{Cc}]*$/u, 'No quotation marks, angle brackets or line breaks.')
    .refine((text) => partsOf(text).length <= ownPagesMax, `A site has at most ${ownPagesMax} pages of its own.`)
    .refine(
      (text) =>
        [...namesOf(text)].every(
          ([key, title]) =>
            ownPageKey.test(key) && key.length <= ownPageKeyMax && title !== '' && title.length <= sectionNameMax,
        ),
      `Enter pages such as imprint: Imprint, about: About us. Before the colon stand small letters, digits and hyphens. A title has at most ${sectionNameMax} characters.`,
    )
    .refine(
      (text) => [...namesOf(text)].every(([key]) => isOwnPage(key)),
      'Terms, privacy and rules are there already.',
    )
    .default(''),
  /** Admins see the checklist of a new site. */
  showChecklist: z.boolean().default(true),
  /** Backups are made with other tools than the site's own command, which it knows of. */
  backupsElsewhere: z.boolean().default(false),
  /** How often the site restores its newest backup for a test. */
  restoreTest: z.enum(['off', 'weekly', 'monthly']).default('monthly'),
  /** Of every process. `configured`: `LOG_LEVEL`. */
  logLevel: z.enum(['configured', ...logLevels]).default('configured'),
  /** `configured`: `SIGN_UP`. */
  signUp: z.enum(['configured', 'open', 'invitation', 'closed']).default('configured'),
});
export type SiteSettings = z.infer<typeof siteSettingShapes>;
export type SiteSettingName = keyof SiteSettings;
