/** A member's name somewhere on the page. */
export interface Named {
  readonly element: HTMLElement;
  /** An id or a username. */
  readonly of: string;
}

const names = '[data-card], a[href^="/profile/"]';
/** Where a link to a profile is not a name: menus, and what says so. */
const places = 'nav, [data-no-card]';

/** The member whose name is at an event's target; null where there is none. */
export function nameAt(target: EventTarget | null): Named | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(names) : null;
  if (!element || element.closest(places)) return null;
  const written = /^\/profile\/([\w%.-]+)$/.exec(element.getAttribute('href') ?? '')?.[1];
  const of = element.dataset['card'] ?? written;
  return of === undefined ? null : { element, of };
}
