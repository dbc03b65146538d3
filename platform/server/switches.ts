import {
  type SectionId,
  categoryId,
  categoryKeys,
  isWithin,
  namesOf,
  partsOf,
  sectionIds,
  sections,
} from '#site/contract/section-limits.ts';
import { errors } from '#platform/contract/errors.ts';
import { Refusal } from './http/refusal.ts';

/** The settings that say which parts of the site there are. */
export interface SectionSettings {
  readonly sectionsOff: string;
  readonly sectionsHidden: string;
  readonly sectionNames: string;
  readonly menuOrder: string;
  readonly menuLinks: string;
  readonly ownPages: string;
}

/** What pages know of parts that are not as the software has them. */
export interface SectionWords {
  /** What stands in the place of a page that is switched off. */
  readonly closed: string;
  /** Beginnings of the addresses that are switched off, with a slash at the end. */
  readonly off: string[];
  /** By a section's page: its own name, or null where no menu leads to it. */
  readonly names: Record<string, string | null>;
  /** Pages that stand first in the menu, the first one last; left out for none. */
  readonly order?: string[];
  /** Own links of the menu; left out for none. */
  readonly links?: { label: string; to: string }[];
  /** Own pages; left out for none. */
  readonly pages?: { key: string; title: string }[];
}

/**
 * Which parts of the site are switched off (nobody reaches them, staff's queue excepted) or hidden (in no menu, search,
 * feed, sitemap or list of several kinds; their addresses work). Content stays as it is either way.
 */
export interface Switches {
  /** Takes what is set now. @returns whether anything was set otherwise before */
  follow(settings: SectionSettings): boolean;
  isOff(section: SectionId): boolean;
  /** Neither switched off nor hidden. */
  isListed(section: SectionId): boolean;
  /** Whether an address is of a part that is switched off: of a page, or as the contract writes an endpoint's. */
  isOffAt(path: string): boolean;
  /** As `isListed`, for an address of a page. */
  isListedAt(path: string): boolean;
  /** Whether a live topic is of a part that is switched off. */
  isOffTopic(topic: string): boolean;
  /** @throws {Refusal} `section_off` */
  refuse(path: string): void;
  /** Content kinds that lists of several kinds leave out. */
  readonly unlistedKinds: readonly string[];
  /** Keys of fixed categories whose posts lists leave out. */
  readonly unlistedCategories: readonly string[];
  /** Keys of fixed categories whose posts nobody reaches. */
  readonly offCategories: readonly string[];
  /** Beginnings of the addresses of pages that are switched off. */
  readonly offPages: readonly string[];
  /** The name that an admin has given a section; that of the software without one. */
  nameOf(section: SectionId): string;
  /** Titles of the site's own pages, by the end of their address. */
  readonly ownPages: ReadonlyMap<string, string>;
  /** For pages; undefined while everything is as it comes. */
  readonly words: SectionWords | undefined;
}

/** The path of an endpoint's key (`GET /songs`), or a path as it is. */
const pathOf = (key: string): string => key.slice(key.indexOf('/'));

/** Everything switched on, until settings are taken. */
export function makeSwitches(): Switches {
  let last = '';
  let off = new Set<string>();
  let hidden = new Set<string>();
  let names = new Map<string, string>();
  let order: string[] = [];
  let links: { label: string; to: string }[] = [];
  let ownPages = new Map<string, string>();
  let offPaths: string[] = [];
  let unlistedPaths: string[] = [];
  let offTopics = new Set<string>();
  let unlistedKinds: string[] = [];
  let unlistedCategories: string[] = [];
  let offCategories: string[] = [];
  let offPages: string[] = [];
  let words: SectionWords | undefined;
  const isShown = (id: SectionId): boolean => !off.has(id) && !hidden.has(id);
  // The Image Board shows the images of the gallery.
  const isListed = (id: SectionId): boolean => isShown(id) && (id !== 'forum-image-board' || isShown('gallery'));
  const nameOf = (id: SectionId): string => names.get(id) ?? sections[id].label;
  const readAll = (): void => {
    const gone = sectionIds.filter((id) => off.has(id));
    const unlisted = sectionIds.filter((id) => !isListed(id));
    offPaths = gone.flatMap((id) => sections[id].paths);
    unlistedPaths = unlisted.flatMap((id) => sections[id].paths);
    offTopics = new Set(gone.flatMap((id) => sections[id].topics));
    unlistedKinds = unlisted.flatMap((id) => sections[id].kinds);
    unlistedCategories = categoryKeys.filter((key) => !isListed(categoryId(key)));
    offCategories = categoryKeys.filter((key) => off.has(categoryId(key)));
    offPages = offPaths.filter((path) => !path.includes(':'));
    const changed = sectionIds.filter((id) => !isListed(id) || names.has(id));
    words =
      changed.length + order.length + links.length + ownPages.size === 0
        ? undefined
        : {
            closed: errors.section_off.text.slice(0, -1),
            off: offPages.map((path) => `${path}/`),
            names: Object.fromEntries(changed.map((id) => [sections[id].page, isListed(id) ? nameOf(id) : null])),
            ...(order.length > 0 && { order }),
            ...(links.length > 0 && { links }),
            ...(ownPages.size > 0 && { pages: Array.from(ownPages, ([key, title]) => ({ key, title })) }),
          };
  };
  return {
    follow({ sectionsOff, sectionsHidden, sectionNames, menuOrder, menuLinks, ownPages: pages }) {
      const now = JSON.stringify([sectionsOff, sectionsHidden, sectionNames, menuOrder, menuLinks, pages]);
      if (now === last) return false;
      const wasPlain = last === '';
      last = now;
      off = new Set(partsOf(sectionsOff));
      hidden = new Set(partsOf(sectionsHidden));
      names = namesOf(sectionNames);
      order = partsOf(menuOrder).toReversed();
      links = [...namesOf(menuLinks)].map(([label, to]) => ({ label, to }));
      ownPages = namesOf(pages);
      readAll();
      return !wasPlain || words !== undefined;
    },
    isOff: (id) => off.has(id),
    isListed,
    isOffAt: (path) => offPaths.length > 0 && isWithin(pathOf(path), offPaths),
    isListedAt: (path) => !isWithin(pathOf(path), unlistedPaths),
    isOffTopic: (topic) => offTopics.has(topic.split(':')[0]!),
    refuse(path) {
      if (offPaths.length > 0 && isWithin(pathOf(path), offPaths)) throw new Refusal('section_off');
    },
    get unlistedKinds() {
      return unlistedKinds;
    },
    get unlistedCategories() {
      return unlistedCategories;
    },
    get offCategories() {
      return offCategories;
    },
    get offPages() {
      return offPages;
    },
    nameOf,
    get ownPages() {
      return ownPages;
    },
    get words() {
      return words;
    },
  };
}
