import type { AnyRouter } from '@tanstack/react-router';
import { announce } from '#platform/web/lib/page/announce.ts';

/** Where the focus was: an element and those around it, each with its neighbours. The innermost comes first. */
type Place = readonly { readonly element: Element; readonly next: Element | null; readonly previous: Element | null }[];

const focusable =
  ':is(a[href], button, summary, input, [role=switch], [tabindex="0"]):not(:disabled, [type=text], [type=search], [type=file], [aria-hidden=true])';

/** Focuses what nobody could tab to, such as a heading. The page does not move. */
function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

function focusPage(): void {
  const main = document.querySelector<HTMLElement>('main');
  focusOn(main?.querySelector<HTMLElement>('h1') ?? main);
}

function placeOf(target: Element): Place {
  const place = [];
  for (let element: Element | null = target; element && element !== document.body; element = element.parentElement)
    place.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling });
  return place;
}

const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body;

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** Focuses the nearest thing to a place that is still there. @returns whether there was one */
function focusNear(place: Place): boolean {
  const at = place.findIndex(({ element }) => element.isConnected);
  if (at < 0) return false;
  // A control that was only disabled or hidden is a place too.
  for (let level = Math.max(at, 1); level < place.length; level++) {
    const around = place[level]!.element;
    if (around.matches('main, .shell')) break;
    const { element, next, previous } = place[level - 1]!;
    const mark = [element, next, previous].find((one) => one?.isConnected === true && around.contains(one));
    const all = [...around.querySelectorAll<HTMLElement>(focusable)].filter(isShown);
    const isAfter = (one: HTMLElement): boolean =>
      !mark || (mark.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) > 0 || mark === one;
    const nearest = all.find(isAfter) ?? all.at(-1);
    nearest?.focus({ preventScroll: true });
    if (hasFocus()) return true;
    focusOn(around.querySelector<HTMLElement>('h1, h2, h3'));
    if (hasFocus()) return true;
  }
  focusPage();
  return hasFocus();
}

/**
 * Says which page is shown now and moves the focus to its heading, where the path has changed and neither the address
 * nor the page names another place. A link of a row of tabs keeps the focus: it stands on the new page too.
 */
function arrive(hash: string): void {
  announce(document.title);
  const active = document.activeElement;
  const isInPage = active?.matches('main :is(input, textarea, select, [aria-current=page], [tabindex="-1"]) ') === true;
  // Somebody was faster, and has opened a window meanwhile.
  if (isInPage || active?.closest('[role=dialog], [role=alertdialog]')) return;
  const target = hash === '' ? null : document.getElementById(hash);
  if (target) focusOn(target);
  else focusPage();
}

/**
 * Keeps the focus where a reader without a mouse goes on: on the heading of another page, and, where what had it is
 * gone, on what stood beside it.
 * @param from the path of the page at which the reader was when this code was asked for
 */
export function followFocus(router: AnyRouter, from: string): () => void {
  // Of the page and each window over it, the latest last.
  const places = new Map<Element, Place>();
  let frame = 0;
  let path = from;

  const note = (): void => {
    const active = document.activeElement;
    if (!active || active === document.body) return places.clear();
    const place = placeOf(active);
    const root = place.at(-1)!.element;
    places.delete(root);
    places.set(root, place);
  };
  const keep = (): void => {
    frame = 0;
    if (hasFocus()) return;
    for (const [root, place] of [...places].toReversed()) {
      if (root.isConnected && focusNear(place)) return;
      places.delete(root);
    }
  };
  const observer = new MutationObserver(() => {
    // In the next frame, so that whoever took an element away may say himself where the focus goes.
    if (!hasFocus() && places.size > 0) frame ||= requestAnimationFrame(keep);
  });
  const follow = ({ pathname, hash }: { readonly pathname: string; readonly hash: string }): void => {
    if (pathname === path) return;
    path = pathname;
    // After the windows that a followed link closes, which return the focus.
    requestAnimationFrame(() => setTimeout(arrive, 0, hash));
  };

  note();
  // The page on its way is not shown yet, and its title not known.
  follow(router.state.resolvedLocation ?? router.latestLocation);
  const stop = router.subscribe('onRendered', ({ toLocation }) => follow(toLocation));
  document.addEventListener('focusin', note);
  document.addEventListener('click', note);
  observer.observe(document.body, {
    attributeFilter: ['disabled', 'hidden', 'inert'],
    childList: true,
    subtree: true,
  });
  return () => {
    stop();
    document.removeEventListener('focusin', note);
    document.removeEventListener('click', note);
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
