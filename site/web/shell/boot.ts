import type { EarlyAction, EarlyActions } from '#platform/web/lib/early-actions.ts';

/**
 * The script in the head of every page, which runs before the first paint. The build makes one statement of it
 * (`scripts/bundle/inline-script.ts`), which the content security policy allows by its hash; it imports types alone.
 */

/**
 * Theme and menu: the chosen theme (key `theme`: light, dark or system) and the side menu's state (cookie
 * `sidebar_state`) become attributes of <html>, so that a page that is the same for everybody never flashes.
 */
function setAppearance(): void {
  const { dataset } = document.documentElement;
  let theme: string | null = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage is off: as if nothing was chosen.
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  dataset['theme'] = theme;
  dataset['sidebar'] = /(^|; )sidebar_state=false/.test(document.cookie) ? 'closed' : 'open';
}

type Recorded = { -readonly [K in keyof EarlyAction]: EarlyAction[K] };
/** What an event may be about: a button or something like it, a field, a form. */
type Target = HTMLElement & Pick<HTMLInputElement, 'form' | 'type' | 'value' | 'checked'>;

/** The shown control whose shortcut (`aria-keyshortcuts`) a key is: pressing it is clicking that. */
function pressedBy(event: KeyboardEvent, target: Target): Target | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const hasModifier = ctrlKey || metaKey;
  // Without a modifier a key is a character where one is typed; with Shift, as `/` is typed on many keyboards, it is one.
  if (altKey || (hasModifier ? shiftKey : target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)))
    return;
  const name = `${ctrlKey ? 'Control+' : ''}${metaKey ? 'Meta+' : ''}${key.toUpperCase()}`;
  return [...document.querySelectorAll<Target>('[aria-keyshortcuts]')].find(
    (element) => element.getAttribute('aria-keyshortcuts')!.split(' ').includes(name) && element.getClientRects()[0],
  );
}

/**
 * What the reader does while the page's code loads is recorded in `window.earlyActions` for `early-actions.ts`: a click
 * on a button, a changed field, a sent form. Once React listens (`listens`), events of a hydrated element (`hears`) are
 * React's; only those behind recorded actions that still wait are recorded too.
 */
function recordActions(): void {
  const actions: Recorded[] = [];
  const kinds = ['click', 'input', 'submit', 'keydown'] as const;
  const record = (event: Event): void => {
    const target = event.target as Target;
    const isKey = event.type === 'keydown';
    const isClick = isKey || event.type === 'click';
    const kind = isKey ? 'click' : (event.type as EarlyAction['kind']);
    const element = isKey
      ? pressedBy(event as KeyboardEvent, target)
      : isClick
        ? target.closest<Target>('button,[role=button],span[role]')
        : target;
    if (!element) return;
    if (isKey) {
      // The browser has keys of its own, such as a search in the page; the page's listeners come with its code.
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    // A button that sends its form is recorded by the form; a form with an address the browser sends itself.
    if (isClick ? element.form && element.type === 'submit' : kind === 'submit' && element.hasAttribute('action'))
      return;
    let action = actions.find((known) => known.kind === kind && known.element === element);
    if (!action) {
      action = { kind, element, submitter: (event as SubmitEvent).submitter };
      actions.push(action);
    }
    action.value = element.value;
    action.checked = element.checked;
    if (!early.listens || isKey) return;
    const isHeard = early.hears(element);
    const at = actions.indexOf(action);
    if (at < 0 || (isHeard && at > 0 && kind !== 'input')) event.stopImmediatePropagation();
    else if (isHeard) actions.splice(at, 1);
  };
  const early: EarlyActions = (window.earlyActions = {
    actions,
    listens: false,
    hears(element) {
      let isHeard = false;
      const hear = (): void => {
        isHeard = true;
      };
      element.addEventListener('auxclick', hear);
      element.dispatchEvent(new Event('auxclick', { bubbles: true }));
      element.removeEventListener('auxclick', hear);
      return isHeard;
    },
    stop() {
      for (const kind of kinds) removeEventListener(kind, record, true);
    },
  });
  // A form without an address belongs to the page's code and is never sent by the browser: it would go to the page's
  // own address, with a password in it.
  addEventListener(
    'submit',
    (event) => {
      if (!(event.target as Element).hasAttribute('action')) event.preventDefault();
    },
    true,
  );
  for (const kind of kinds) addEventListener(kind, record, true);
}

/** Whether a pointer is down, for `press.ts`. */
function watchPointer(): void {
  for (const kind of ['pointerdown', 'pointerup', 'pointercancel']) {
    addEventListener(
      kind,
      () => {
        window.pressed = kind === 'pointerdown';
      },
      true,
    );
  }
}

setAppearance();
recordActions();
watchPointer();
