/** What admins see of the running site. */
export const operations = {
  /** Failed jobs and waiting mails that are listed. */
  listMax: 50,
  /** Characters of an error. */
  errorMax: 300,
  /** Days after which a backup no longer counts as recent. */
  backupDays: 8,
  /** Members that are listed by the room that their files take. */
  largestMembers: 20,
  /** Days of the storage chart. */
  storageDays: 90,
} as const;
