// A search field for a list: a magnifying glass that turns while results are loading, the text, a button that clears it.

import { useRef } from 'react';
import { IconButton } from './button';
import { search } from './glyphs';
import { Icon } from './icon';

interface Props {
  value: string;
  label: string;
  clearLabel: string;
  testId: string;
  busy?: boolean;
  onType(value: string): void;
}

export function SearchField({ value, label, clearLabel, testId, busy, onType }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onType('');
    input.current?.focus();
  };
  return (
    <div className="field search" part="field">
      <div className="field-line">
        {busy ? <span className="spinner" /> : <Icon name={search} />}
        <input
          ref={input}
          type="text"
          role="searchbox"
          value={value}
          placeholder={label}
          aria-label={label}
          data-testid={testId}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          onChange={(event) => onType(event.target.value)}
        />
        {value && <IconButton icon="close" label={clearLabel} onClick={clear} />}
      </div>
    </div>
  );
}
