import { coverSize, mailHeadSize, siteFonts, stockColor, stockSecond } from '#people/site-settings/contract/limits.ts';
import type { SiteSettingName } from '#people/site-settings/server/rules.ts';

/** How the admin panel shows a setting. */
export interface SettingText {
  readonly group: string;
  readonly label: string;
  readonly hint: string;
  /** How it is edited, where its shape does not say so. */
  readonly field?: 'color' | 'css' | 'logo' | 'markdown';
  /** Words for the values of a choice. */
  readonly options?: Readonly<Record<string, string>>;
}

const site = 'Site';
const appearance = 'Appearance';
const spam = 'Spam';
const files = 'Files';
const parts = 'Sections';
const newcomers = 'New members';
const rights = 'Copyright complaints';

/** The words of every setting, in the order of the admin panel. */
export const settingTexts: Readonly<Record<SiteSettingName, SettingText>> = {
  siteName: {
    group: site,
    label: 'Name of the site',
    hint: 'Stands in titles, mails and feeds. Empty: the name of the configuration (SITE_NAME).',
  },
  signUp: {
    group: site,
    label: 'Who may sign up',
    hint: 'Also for sign-ups with an account of another site.',
    options: {
      configured: 'As the configuration says (SIGN_UP)',
      open: 'Everybody',
      invitation: 'Who has an invitation',
      closed: 'Nobody',
    },
  },
  maintenance: {
    group: site,
    label: 'Maintenance',
    hint: 'Staff can do everything all the time; everybody can sign in.',
    options: {
      off: 'None',
      'read-only': 'Members can read, and write nothing',
      closed: 'Only staff get in',
    },
  },
  maintenanceUntil: {
    group: site,
    label: 'End of the maintenance',
    hint: 'What readers are told, in UTC, such as 2027-01-31 06:00. Nothing happens by itself then.',
  },
  maintenanceText: {
    group: site,
    label: 'Reason of the maintenance',
    hint: 'A sentence for readers. Empty: the words of the software.',
  },
  color: {
    group: appearance,
    label: 'Main colour',
    hint: `Of buttons, links and marks, such as ${stockColor}. Any colour works: the text on it becomes white or black, links and lines lighter or darker where the page needs it.`,
    field: 'color',
  },
  secondColor: {
    group: appearance,
    label: 'Second colour',
    hint: `Of links in texts, some badges and the ring around what the keyboard is at, such as ${stockSecond}.`,
    field: 'color',
  },
  font: {
    group: appearance,
    label: 'Font',
    hint: 'Of all texts, but for profiles with a font of their own.',
    options: siteFonts,
  },
  logo: {
    group: appearance,
    label: 'Logo',
    hint: 'PNG, JPEG, WebP or AVIF up to 2 MB, best a square. Stands beside the name, in previews, and is the icon where there is no other.',
    field: 'logo',
  },
  icon: {
    group: appearance,
    label: 'Icon',
    hint: 'Best a square. In the tab of browsers, bookmarks, and for who installs the site. Empty: the logo.',
    field: 'logo',
  },
  cover: {
    group: appearance,
    label: 'Cover',
    hint: `Shown where somebody shares a page that has no picture of its own. Cut to ${coverSize.width} by ${coverSize.height} pixels. Empty: the name of the site.`,
    field: 'logo',
  },
  mailHead: {
    group: appearance,
    label: 'Head of mails',
    hint: `Over the text of every mail, at most ${mailHeadSize.width / 2} pixels wide.`,
    field: 'logo',
  },
  mailHeadDark: {
    group: appearance,
    label: 'Head of mails, dark',
    hint: 'For mail programs with a dark theme. Empty: the same.',
    field: 'logo',
  },
  style: {
    group: appearance,
    label: 'Own CSS',
    hint: 'After the styles of the site, on all pages but the admin panel, signing in, settings, upgrades and legal texts. ?plain=1 at the end of an address shows the page without it.',
    field: 'css',
  },
  homeText: {
    group: appearance,
    label: 'Text of the home page',
    hint: 'What visitors read above the feed. Empty: the words of the software. Markdown works here.',
    field: 'markdown',
  },
  sectionsOff: {
    group: parts,
    label: 'Switched off',
    hint: 'Parts of the site that nobody reaches, with commas between them. What is there stays, and comes back with them. Running subscriptions go on at the provider.',
  },
  sectionsHidden: {
    group: parts,
    label: 'Hidden',
    hint: 'Parts that stand in no menu, search, feed or list of several kinds. Their addresses work.',
  },
  sectionNames: {
    group: parts,
    label: 'Own names',
    hint: 'Such as songs: Beats, leaks: Finds. Addresses stay.',
  },
  menuOrder: {
    group: parts,
    label: 'First in the menu',
    hint: 'Pages that stand first in their groups, in this order, such as /songs, /sets.',
  },
  menuLinks: {
    group: parts,
    label: 'Own links in the menu',
    hint: 'Such as Shop: https://shop.example, Imprint: /pages/imprint. An address has no commas.',
  },
  ownPages: {
    group: parts,
    label: 'Own pages',
    hint: 'Addresses and titles, such as imprint: Imprint, about: About us. Their texts are written under Legal texts, and links to them stand below every page.',
  },
  helloText: {
    group: newcomers,
    label: 'Hello',
    hint: 'The first notification of a new member. It leads to the rules.',
  },
  welcomeText: { group: newcomers, label: 'Welcome', hint: 'Over the three steps of the welcome.' },
  introductionText: {
    group: newcomers,
    label: 'First post',
    hint: 'Beside the way to a first post, until they have written one.',
  },
  introductionCategory: {
    group: newcomers,
    label: 'Category of first posts',
    hint: 'The last part of the address of a category of the forum, such as music. Empty: General.',
  },
  firstXpText: { group: newcomers, label: 'First XP', hint: 'The notification that comes with the first XP.' },
  makes: {
    group: newcomers,
    label: 'What members make',
    hint: 'Tags with commas between them. One that is taken out is shown on no profile.',
  },
  onlyAdminsAssign: {
    group: site,
    label: 'Only admins make moderators and custom roles',
    hint: 'Otherwise moderators do so too, and admins are notified.',
  },
  showChecklist: {
    group: site,
    label: 'Show the first-run checklist',
    hint: 'To admins, on Overview and on their home page.',
  },
  backupsElsewhere: {
    group: site,
    label: 'Other tools make the backups',
    hint: 'The site knows only of backups by its own command. The checklist counts them as made.',
  },
  restoreTest: {
    group: site,
    label: 'Restore tests',
    hint: 'The site restores its newest backup into a scratch folder, compares everything, and removes it again.',
    options: { off: 'None', weekly: 'Every week', monthly: 'Every month' },
  },
  logLevel: {
    group: site,
    label: 'Level of the log',
    hint: 'For every process, at once.',
    options: {
      configured: 'As the configuration says (LOG_LEVEL)',
      trace: 'Trace',
      debug: 'Debug: each request',
      info: 'Information: sign-ins and other security events',
      warn: 'Warnings, slow requests and queries',
      error: 'Errors',
      fatal: 'The end of the process',
      silent: 'Nothing',
    },
  },
  spamWindowMinutes: {
    group: spam,
    label: 'Window of the spam check',
    hint: 'Minutes in which posts, replies, uploads and messages of a member are counted.',
  },
  spamPosts: { group: spam, label: 'Posts in the window', hint: 'Of one member. New accounts have less.' },
  spamReplies: { group: spam, label: 'Replies in the window', hint: 'Of one member. New accounts have less.' },
  spamUploads: {
    group: spam,
    label: 'Uploads in the window',
    hint: 'Of each kind, of one member. New accounts have less.',
  },
  spamMessages: { group: spam, label: 'Chat messages in the window', hint: 'Of one member. New accounts have less.' },
  newAccountHours: {
    group: spam,
    label: 'An account is new for',
    hint: 'Hours. Its links are counted, and it has less of the numbers above. 0 makes no account new.',
  },
  newAccountPercent: {
    group: spam,
    label: 'Share of new accounts',
    hint: 'Percent of the numbers above that a new account has.',
  },
  sameTextAccounts: {
    group: spam,
    label: 'Accounts with the same text',
    hint: 'From so many on, the text waits for staff.',
  },
  sameTextHours: { group: spam, label: 'Same text of accounts counts for', hint: 'Hours.' },
  nearTextPercent: {
    group: spam,
    label: 'Nearly the same text',
    hint: 'Percent of the words that two texts have in common. 100 wants equal texts.',
  },
  newMemberLinks: { group: spam, label: 'Links of new members', hint: 'In one text. With more it waits for staff.' },
  hideAfterReports: {
    group: spam,
    label: 'Reports that hide something',
    hint: 'Of trusted members, until staff have looked. 0 hides nothing.',
  },
  duplicateHours: {
    group: spam,
    label: 'Posting the same again',
    hint: 'Hours in which the same text or file is refused. 0 allows it at once.',
  },
  uploadMegabytes: { group: files, label: 'Largest file', hint: 'Megabytes.' },
  largerUploadMegabytes: {
    group: files,
    label: 'Largest file with a paid tier',
    hint: 'Megabytes, for Premium and up.',
  },
  quotaMegabytes: { group: files, label: 'Storage of a member', hint: 'Megabytes of all files of one member.' },
  archiveEntries: { group: files, label: 'Files in an archive', hint: 'The most that one archive may have.' },
  creditsRestDays: {
    group: site,
    label: 'Days that earned credits rest',
    hint: 'Credits from other members (sales, unlocks, tips) can be spent after these days; until then they can be paid back. 0: at once.',
  },
  archiveUnpackedMegabytes: {
    group: files,
    label: 'Size of an unpacked archive',
    hint: 'Megabytes that its files may have.',
  },
  archiveSoundMegabytes: {
    group: files,
    label: 'Prepared sounds of archives',
    hint: 'Megabytes of versions that every browser plays. What was not heard for the longest time goes first.',
  },
  counterNoticeDays: { group: rights, label: 'Time for a counter-notice', hint: 'Days.' },
  infringerStrikes: { group: rights, label: 'Repeat infringer', hint: 'Accepted complaints that make one.' },
  infringerMonths: { group: rights, label: 'Accepted complaints count for', hint: 'Months.' },
  infringerAction: {
    group: rights,
    label: 'What happens to a repeat infringer',
    hint: 'Admins are notified in any case.',
    options: { notify: 'Admins are notified', suspend: 'The account is suspended' },
  },
};
