export declare function table(header: readonly string[], rows: readonly (readonly string[])[]): string;
export declare function digits(value: number | undefined): string;
export declare function percent(share: number | undefined): string;
export declare function times(ratio: number | undefined): string;
export declare function megabytes(bytes: number | undefined): string;
