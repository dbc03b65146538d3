import { useCallback, useEffect, useRef, useState } from 'react';

/** A text that is being written, stored in the browser until it is sent or discarded. */
export interface Draft {
  readonly text: string;
  /** Idempotency key: sending the same draft twice makes one post. */
  readonly submitId: string;
  /** Whatever else the form holds, such as a category. */
  readonly extra: string;
}

const prefix = 'draft:';
/** Debounce: milliseconds after the last key until the draft is stored. */
const SAVE_MS = 300;

/** Reads a stored draft; null when there is none, or it cannot be read. */
export function readDraft(place: string): Draft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(prefix + place) ?? 'null') as Partial<Draft> | null;
    if (!stored || typeof stored.text !== 'string' || typeof stored.submitId !== 'string') return null;
    return {
      text: stored.text,
      submitId: stored.submitId,
      extra: typeof stored.extra === 'string' ? stored.extra : '',
    };
  } catch {
    return null;
  }
}

/** Keeps a draft; an empty text beside what the form began with keeps nothing. @param begun `extra` of an empty form */
export function writeDraft(place: string, draft: Draft | null, begun = draft?.extra): void {
  try {
    if (!draft || (draft.text.trim() === '' && draft.extra === begun)) localStorage.removeItem(prefix + place);
    else localStorage.setItem(prefix + place, JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden: the text is still in the form.
  }
}

/** What {@link useDraft} gives to a form. */
export interface DraftState extends Draft {
  /** True when the text came from an earlier visit, until it is changed or thrown away. */
  readonly restored: boolean;
  setText(text: string): void;
  setExtra(extra: string): void;
  /** Forgets the draft, here and in the storage, and begins a new one. */
  clear(): void;
}

const fresh = (extra: string): Draft => ({ text: '', submitId: crypto.randomUUID(), extra });

/**
 * A form's text, stored per place. For forms that render only in the browser: it reads the storage when it mounts.
 * @param place which form, and whose: `forum:new:{member}`.
 */
export function useDraft(place: string, extra = ''): DraftState {
  const [{ draft, restored }, set] = useState(() => {
    const saved = readDraft(place);
    return { draft: saved ?? fresh(extra), restored: saved !== null };
  });
  const latest = useRef(draft);

  useEffect(() => {
    latest.current = draft;
    const timer = setTimeout(() => writeDraft(place, draft, extra), SAVE_MS);
    return () => clearTimeout(timer);
  }, [place, draft, extra]);

  // What was typed just before leaving is stored too.
  useEffect(() => {
    const save = () => writeDraft(place, latest.current, extra);
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [place, extra]);

  const setText = useCallback((text: string) => set((state) => ({ ...state, draft: { ...state.draft, text } })), []);
  const setExtra = useCallback(
    (value: string) => set((state) => ({ ...state, draft: { ...state.draft, extra: value } })),
    [],
  );
  const clear = useCallback(() => {
    const next = fresh(extra);
    latest.current = next;
    writeDraft(place, null);
    set({ draft: next, restored: false });
  }, [place, extra]);

  return { ...draft, restored, setText, setExtra, clear };
}
