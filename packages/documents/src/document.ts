/** A document as it is drawn: what it says, and nothing of how. */
export interface PrintedDocument {
  readonly title: string;
  readonly subtitle: string;
  readonly sections: readonly DocumentSection[];
  /** At the foot of each page, before its number. */
  readonly footer: string;
  readonly madeAt: Date;
  readonly attachment: {
    readonly fileName: string;
    readonly mediaType: string;
    readonly text: string;
    readonly description: string;
  };
}

export interface DocumentSection {
  readonly heading: string;
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly table?: {
    /** `share`: of the width; all shares together are 1. */
    readonly columns: readonly { readonly title: string; readonly share: number }[];
    readonly rows: readonly (readonly string[])[];
  };
  readonly paragraphs?: readonly string[];
}
