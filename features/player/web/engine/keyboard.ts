/** A command that a key gives to the player. */
export type KeyAction =
  | { readonly action: 'toggle' | 'mute' | 'next' | 'previous' }
  | { readonly action: 'skip'; readonly byMs: number }
  | { readonly action: 'share'; readonly share: number };

/** The fields of a keyboard event that are read. */
export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
  readonly defaultPrevented: boolean;
  readonly isComposing: boolean;
}

/** The keys that the focused element handles itself. */
export type FocusNeeds = 'nothing' | 'space' | 'everything';

/** Milliseconds that an arrow key skips. */
export const skipMs = 5000;

/** The command of a key; null when the key is not the player's, or the focused element needs it. */
export function keyAction(event: PressedKey, needs: FocusNeeds): KeyAction | null {
  if (needs === 'everything' || event.defaultPrevented || event.isComposing) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (event.shiftKey) {
    if (event.repeat) return null;
    return key === 'n' ? { action: 'next' } : key === 'p' ? { action: 'previous' } : null;
  }
  if (key === 'arrowleft') return { action: 'skip', byMs: -skipMs };
  if (key === 'arrowright') return { action: 'skip', byMs: skipMs };
  if (event.repeat) return null;
  if (key === ' ') return needs === 'space' ? null : { action: 'toggle' };
  if (key === 'k') return { action: 'toggle' };
  if (key === 'm') return { action: 'mute' };
  return /^\d$/.test(key) ? { action: 'share', share: Number(key) / 10 } : null;
}

const typing =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="searchbox"]';
/** Widgets that use arrow or letter keys themselves, and anything inside a dialog or a menu. */
const busy =
  'video, audio, iframe, dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="menubar"], [role="listbox"], ' +
  '[role="combobox"], [role="tablist"], [role="radiogroup"], [role="grid"], [role="tree"], [role="slider"], [role="spinbutton"]';
const pressable = 'button, summary, [role="button"], [role="switch"], [role="checkbox"], [role="option"]';

/** The keys that the focused element needs. */
export function focusNeeds(target: EventTarget | null): FocusNeeds {
  if (!(target instanceof Element)) return 'nothing';
  if (target.closest(typing)) return 'everything';
  const widget = target.closest(busy);
  const own = target.closest(`[${ownPart}]`);
  if (widget && !(own && widget.contains(own))) return 'everything';
  return target.closest(pressable) ? 'space' : 'nothing';
}

/** Attribute of the player's own sliders and popups: they take the keys that they need themselves, the rest goes on. */
export const ownPart = 'data-player-part';
