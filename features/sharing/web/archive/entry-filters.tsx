import { archive as limits, entryKindLabels, entryKinds } from '#platform/contract/archive-limits.ts';
import { SearchBox } from '#platform/web/ui/controls/search-box.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { type EntryFilter, lengths, tempos } from './queries.ts';

/** Search and filters of an archive's files. */
export function EntryFilters({
  filter,
  kinds,
  keys,
  onChange,
}: {
  filter: EntryFilter;
  kinds: Readonly<Record<string, number>>;
  keys: readonly string[];
  onChange: (change: Partial<EntryFilter>) => void;
}) {
  const isKind = (value: string): value is EntryFilter['kind'] =>
    value === '' || (entryKinds as readonly string[]).includes(value);
  const there = entryKinds.filter((kind) => (kinds[kind] ?? 0) > 0);
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      <div className="col-span-full">
        <SearchBox
          label="Search the files"
          maxLength={limits.searchMax}
          onSearch={(search) => onChange({ search })}
          search={filter.search}
        />
      </div>
      <SelectField
        label="Type"
        onChange={(event) => isKind(event.target.value) && onChange({ kind: event.target.value })}
        options={[
          { value: '', label: 'All files' },
          ...there.map((kind) => ({ value: kind, label: `${entryKindLabels[kind]} (${kinds[kind]})` })),
        ]}
        value={filter.kind}
      />
      <SelectField
        label="Length"
        onChange={(event) => onChange({ length: event.target.value })}
        options={lengths}
        value={filter.length}
      />
      <SelectField
        label="Tempo"
        onChange={(event) => onChange({ tempo: event.target.value })}
        options={tempos}
        value={filter.tempo}
      />
      <SelectField
        label="Key"
        onChange={(event) => onChange({ key: event.target.value })}
        options={[{ value: '', label: 'Any key' }, ...keys.map((key) => ({ value: key, label: key }))]}
        value={filter.key}
      />
    </div>
  );
}
