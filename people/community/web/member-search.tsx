import { Search } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { people } from '#people/community/contract/limits.ts';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';

/** Milliseconds without a key until the search runs by itself. */
const PAUSE_MS = 250;

/** Searches members while the reader types (debounced); Enter searches at once. Works as a form before hydration. */
export function MemberSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sought = useRef(q);
  const search = (next: string) => {
    clearTimeout(timer.current);
    sought.current = next.trim();
    onSearch(sought.current);
  };
  useEffect(() => {
    // Another address by a link or the back button: the field follows, but never what is being typed.
    if (q === sought.current) return;
    sought.current = q;
    setText(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    // From the field itself: it may have been filled before hydration.
    search(event.currentTarget.querySelector('input')!.value);
  };
  return (
    <form action="/members" className="relative" method="get" noValidate onSubmit={submit} role="search">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-faint"
        size={16}
      />
      <input
        aria-label="Search members"
        autoCapitalize="none"
        autoComplete="off"
        className={`${controlStyle} h-10 ps-9`}
        maxLength={people.searchMax}
        name="q"
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(next), PAUSE_MS);
        }}
        placeholder="Search by name or username..."
        spellCheck={false}
        type="search"
        value={text}
      />
    </form>
  );
}
