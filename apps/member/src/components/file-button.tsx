import { IMAGE_TYPES } from '@holdfast/contract/rules';
import { Button } from '@holdfast/ui';
import { useEffect, useRef } from 'react';

interface FileButtonProps {
  label: string;
  look?: 'primary' | 'quiet';
  /** Which picture it is for, for whoever hears the buttons alone. */
  name?: string;
  capture?: 'user' | 'environment';
  /** What else than pictures is taken. */
  accepts?: readonly string[];
  /** Asks at once, where a press has led here. */
  opensAtOnce?: boolean;
  onFile: (file: File) => void;
}

/** Asks the device for a picture: its camera, or a file. */
export function FileButton({
  label,
  look = 'quiet',
  name = label,
  capture,
  accepts = [],
  opensAtOnce = false,
  onFile,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (opensAtOnce) input.current?.click();
  }, [opensAtOnce]);
  return (
    <>
      <Button look={look} block aria-label={name} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden // or whoever hears the page meets each button twice
        accept={capture ? 'image/*' : [...IMAGE_TYPES, 'image/heic', 'image/*', ...accepts].join(',')}
        {...(capture && { capture })}
        aria-label={name}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = ''; // the same file again is a choice too
          if (file) onFile(file);
        }}
      />
    </>
  );
}
