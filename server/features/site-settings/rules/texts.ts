import type { SiteSettingName } from '#server/features/site-settings/rules.ts';

/** How the admin panel shows a setting. */
export interface SettingText {
  readonly group: string;
  readonly label: string;
  readonly hint: string;
  /** Words for the values of a choice. */
  readonly options?: Readonly<Record<string, string>>;
}

const site = 'Site';
const spam = 'Spam';
const files = 'Files';
const rights = 'Copyright complaints';

/** The words of every setting, in the order of the admin panel. */
export const settingTexts: Readonly<Record<SiteSettingName, SettingText>> = {
  siteName: {
    group: site,
    label: 'Name of the site',
    hint: 'Stands in titles, mails and feeds. Empty: the SITE_NAME of the configuration.',
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
  onlyAdminsAssign: {
    group: site,
    label: 'Only admins make moderators and custom roles',
    hint: 'Otherwise moderators do so too, and admins are notified.',
  },
  spamWindowMinutes: {
    group: spam,
    label: 'Window',
    hint: 'Minutes in which posts, replies, uploads and messages of a member are counted.',
  },
  spamPosts: { group: spam, label: 'Posts', hint: 'In one window. New accounts have half.' },
  spamReplies: { group: spam, label: 'Replies', hint: 'In one window. New accounts have half.' },
  spamUploads: { group: spam, label: 'Uploads of each kind', hint: 'In one window. New accounts have half.' },
  spamMessages: { group: spam, label: 'Chat messages', hint: 'In one window. New accounts have half.' },
  sameTextAccounts: {
    group: spam,
    label: 'The same text from accounts',
    hint: 'So many accounts may post one text before it is held.',
  },
  sameTextHours: { group: spam, label: 'Counted for', hint: 'Hours in which the same text of accounts is counted.' },
  newMemberLinks: { group: spam, label: 'Links of new members', hint: 'In one text.' },
  duplicateHours: {
    group: spam,
    label: 'The same again',
    hint: 'Hours in which the same text or file is refused. 0 allows it at once.',
  },
  uploadMegabytes: { group: files, label: 'Largest file', hint: 'Megabytes.' },
  largerUploadMegabytes: {
    group: files,
    label: 'Largest file with a paid tier',
    hint: 'Megabytes, for Premium and up.',
  },
  quotaMegabytes: { group: files, label: 'Room of a member', hint: 'Megabytes of all files of one member.' },
  archiveEntries: { group: files, label: 'Files in an archive', hint: 'The most that one archive may have.' },
  archiveUnpackedMegabytes: { group: files, label: 'Unpacked archive', hint: 'Megabytes that its files may have.' },
  counterNoticeDays: { group: rights, label: 'Time for a counter-notice', hint: 'Days.' },
  infringerStrikes: { group: rights, label: 'Repeat infringer', hint: 'Accepted complaints that make one.' },
  infringerMonths: { group: rights, label: 'Complaints count for', hint: 'Months.' },
  infringerAction: {
    group: rights,
    label: 'What happens to a repeat infringer',
    hint: 'Admins are notified in any case.',
    options: { notify: 'Admins are notified', suspend: 'The account is suspended' },
  },
};
