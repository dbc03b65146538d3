import { Search } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { controlStyle } from './control-style.ts';

/** Debounce: milliseconds after the last key until the search runs. */
const WAIT_MS = 350;

/** Props of {@link SearchBox}. */
export interface SearchBoxProps {
  /** What is searched, for screen readers; with dots behind it also what stands in the empty field. */
  label: string;
  maxLength: number;
  search: string;
  onSearch: (search: string) => void;
}

/** The search of a list: runs while typing, at once by Enter. */
export function SearchBox({ label, maxLength, search, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(search);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may also change by back or a link.
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    setText(search);
  }, [search]);
  const run = (value: string) => {
    clearTimeout(timer.current);
    if (value.trim() === asked.current) return;
    asked.current = value.trim();
    onSearch(asked.current);
  };
  return (
    <form
      className="relative w-full self-start lg:max-w-80"
      noValidate
      onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault();
        // From the field itself: it may have been filled before the page was alive.
        run(event.currentTarget.querySelector('input')!.value);
      }}
      role="search"
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-faint"
        size={17}
      />
      <input
        aria-label={label}
        autoComplete="off"
        className={`${controlStyle} h-10 ps-10`}
        maxLength={maxLength}
        onChange={(event) => {
          const { value } = event.target;
          setText(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => run(value), WAIT_MS);
        }}
        placeholder={`${label}...`}
        type="search"
        value={text}
      />
    </form>
  );
}
