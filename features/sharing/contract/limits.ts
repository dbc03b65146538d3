/** Songs, drumkits, editing packs, leaks and self-promotion posts (part 2 §2 to §9, decisions §8). */
export const sharing = {
  titleMax: 120,
  artistMax: 120,
  descriptionMax: 5000,
  addressMax: 2000,
  replyMax: 4000,
  searchMax: 100,
  /** Characters of one tag, tags of one thing, and characters of all with their commas. */
  tagMax: 30,
  tagsMax: 10,
  tagsTextMax: 400,
  /** Tags that a card shows; the rest is '+N more'. */
  tagsShown: 3,
  licenceTextMax: 2000,
  perPage: 20,
  /**
   * Listing priority: so many things of members with the right stand before the newest ones, one of each member, for so
   * many days. Looked for among so many of the newest.
   */
  ahead: { most: 3, days: 7, among: 200 },
  repliesPerPage: 50,
} as const;

/** Licences of kits and packs; `own` has a text of its author's. */
export const kitLicences = [
  { key: 'royalty-free', label: 'Royalty-free', url: null },
  { key: 'cc0', label: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  { key: 'cc-by', label: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  { key: 'cc-by-nc', label: 'CC BY-NC 4.0', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  { key: 'own', label: 'Own terms', url: null },
] as const;

export type KitLicence = (typeof kitLicences)[number]['key'];

/** What a member confirms who shares work that is not released. It is stored with the date, in these words. */
export const rightsWording =
  'This is my own unreleased work, or I have the permission of everybody whose work is in it to share it here.';
