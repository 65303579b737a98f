//! Tests of return barriers on stacks in arrays, whose frames never run.
