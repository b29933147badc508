type Bytes = Uint8Array;

export declare function joined(parts: readonly Bytes[]): Bytes;
export declare function intField(number: number, value: number): Bytes;
export declare function bytesField(number: number, bytes: Bytes): Bytes;
export declare function textField(number: number, text: string): Bytes;
export declare function messageField(number: number, ...fields: Bytes[]): Bytes;
