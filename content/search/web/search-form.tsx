import { useRouter } from '@tanstack/react-router';
import { Search, SlidersHorizontal } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { musicKeys, tempos } from '#platform/contract/music-limits.ts';
import { search as limits } from '#content/search/contract/limits.ts';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';
import { wrongFields } from '#platform/web/ui/controls/form/field-check.ts';
import { FoldButton, type FoldButtonProps } from '#platform/web/ui/controls/list-controls.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import type { Fields } from '#platform/web/ui/controls/use-action.ts';
import { keyText } from '#platform/web/lib/format.ts';
import { type SearchFilter, countFilters, emptySearch, readSearch, searchAddress } from './filter.ts';
import { rememberSearch } from './recent.ts';

/** Props of {@link SearchForm}. */
export interface SearchFormProps extends Omit<FoldButtonProps, 'count'> {
  filter: SearchFilter;
}

/** What is searched, as a form of the address itself. A small screen folds its filters away with those of the page. */
export function SearchForm({ filter, ...fold }: SearchFormProps) {
  const router = useRouter();
  const used = countFilters(filter);
  const [fields, setFields] = useState<Fields>({});
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = wrongFields(event.currentTarget.querySelectorAll<HTMLInputElement>('[type=number]'));
    setFields(wrong);
    if (Object.keys(wrong).length > 0) return;
    const next = readSearch(Object.fromEntries(new FormData(event.currentTarget)));
    rememberSearch(next.q);
    void router.navigate({ href: searchAddress(next), resetScroll: false });
  };
  return (
    <form action="/search" className="mt-3 grid gap-3" method="get" noValidate onSubmit={submit} role="search">
      {filter.type !== '' && <input name="type" type="hidden" value={filter.type} />}
      {filter.order !== emptySearch.order && <input name="order" type="hidden" value={filter.order} />}
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 start-3 my-auto text-faint"
            size={18}
          />
          <input
            aria-label="Search"
            autoComplete="off"
            className={`${controlStyle} h-10 ps-10 md:h-12`}
            defaultValue={filter.q}
            enterKeyHint="search"
            maxLength={limits.queryMax}
            name="q"
            placeholder="Words, “a phrase”, -without"
            type="search"
          />
        </div>
        <Button className="max-md:hidden" size="lg" type="submit" variant="primary">
          Search
        </Button>
        <FoldButton {...fold} count={countChoices(filter)} />
      </div>
      <details
        className="folded rounded-card border border-hairline bg-surface"
        data-open={fold.isOpen || undefined}
        open={used > 0 || fold.isOpen}
      >
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 font-semibold">
          <SlidersHorizontal aria-hidden="true" size={16} />
          More filters{used > 0 && ` (${used})`}
        </summary>
        <div className="grid gap-3 px-4 pt-1 pb-4 sm:grid-cols-2">
          <Filter label="By member" maxLength={40} name="author" placeholder="username" value={filter.author} />
          <Filter label="Tag" maxLength={limits.tagMax} name="tag" placeholder="lofi" value={filter.tag} />
          <Filter label="From" name="from" type="date" value={filter.from} />
          <Filter label="To" name="to" type="date" value={filter.to} />
          <Filter
            label="Category"
            maxLength={limits.tagMax}
            name="category"
            placeholder="music, marketplace, presets"
            value={filter.category}
          />
          <div className="grid grid-cols-2 gap-x-3 gap-y-1">
            <Tempo error={fields['minTempo']} label="Tempo from" name="minTempo" value={filter.minTempo} />
            <Tempo error={fields['maxTempo']} label="Tempo to" name="maxTempo" value={filter.maxTempo} />
            <p className="col-span-2 text-sm text-faint">Finds half and double the tempo too.</p>
          </div>
          <SelectField
            defaultValue={filter.key}
            label="Key"
            name="key"
            options={[
              { value: '', label: 'Any key' },
              ...musicKeys.map((key) => ({ value: key, label: keyText(key) })),
            ]}
          />
          <label className="flex min-h-11 items-center gap-2.5 self-end font-medium">
            <input
              className="size-4.5 accent-mark"
              defaultChecked={filter.audio}
              name="audio"
              type="checkbox"
              value="true"
            />
            Only what can be heard
          </label>
          <div className="flex flex-wrap gap-2 sm:col-span-2">
            <Button type="submit">Apply filters</Button>
            {used > 0 && (
              <ButtonLink to={searchAddress({ q: filter.q, type: filter.type, order: filter.order })} variant="ghost">
                Clear filters
              </ButtonLink>
            )}
          </div>
        </div>
      </details>
    </form>
  );
}

/** Beats a minute, as one end of a range. */
function Tempo({ value, ...texts }: { label: string; name: string; value: number | null; error: string | undefined }) {
  return (
    <TextField
      {...texts}
      autoComplete="off"
      defaultValue={value ?? ''}
      inputMode="numeric"
      max={tempos.most}
      min={tempos.least}
      placeholder="BPM"
      type="number"
    />
  );
}

/** Filters, type and order that are not the usual ones. */
const countChoices = (filter: SearchFilter): number =>
  countFilters(filter) + [filter.type !== '', filter.order !== emptySearch.order].filter(Boolean).length;

function Filter(props: {
  label: string;
  name: string;
  value: string;
  type?: 'date';
  placeholder?: string;
  maxLength?: number;
}) {
  const { label, value, type = 'text', ...input } = props;
  return (
    <label className="grid min-w-0 gap-1.5">
      <span className="text-sm font-semibold">{label}</span>
      <input {...input} autoComplete="off" className={`${controlStyle} h-11`} defaultValue={value} type={type} />
    </label>
  );
}
