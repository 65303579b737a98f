//! Structured control: blocks, loops, conditions and branches.

use wasmparser::{BlockType, Operator};

use super::function::FunctionTranslator;
use crate::code::{CodeBuilder, MachineType, Signature};
use crate::{Error, TrapKind};

/// A block of WebAssembly that is open.
pub(super) struct Frame<B: CodeBuilder> {
    kind: FrameKind<B>,
    /// Where a branch to the frame goes: the beginning of a loop, else the end.
    target: B::Block,
    /// The types of the values that a branch passes.
    target_types: Vec<MachineType>,
    /// The end of the frame. Its parameters are the results.
    end: B::Block,
    results: usize,
    /// How many operands lie below those of the frame.
    height: usize,
    /// Whether something jumps to the end.
    end_is_reached: bool,
}

enum FrameKind<B: CodeBuilder> {
    Block,
    Loop,
    /// The alternative and its operands, until it has begun.
    If {
        otherwise: Option<(B::Block, Vec<B::Value>)>,
    },
    /// The handler, and where exceptions go that it does not catch.
    Try {
        handler: B::Block,
        outer: B::Block,
    },
}

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Opens the frame of the function's body.
    pub(super) fn open_body(&mut self) {
        let results = self.results.clone();
        self.open(FrameKind::Block, &[], &results, None);
    }

    /// Translates an instruction of control, and keeps account of frames in unreachable code.
    pub(super) fn control(&mut self, operator: &Operator<'_>) -> Result<bool, Error> {
        match operator {
            Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::TryTable { .. }
                if !self.reachable =>
            {
                self.unreachable_frames += 1;
            }
            Operator::Block { blockty } => {
                let signature = self.block_signature(*blockty)?;
                self.open(FrameKind::Block, &signature.parameters, &signature.results, None);
            }
            Operator::Loop { blockty } => self.open_loop(*blockty)?,
            Operator::If { blockty } => self.open_if(*blockty)?,
            Operator::TryTable { try_table } => {
                let signature = self.block_signature(try_table.ty)?;
                let body = self.builder.block(&[], false);
                let handler = self.builder.block(&[], true);
                self.builder.jump(body, &[]);
                self.builder.seal(body);
                self.emit_handler(handler, &try_table.catches);
                self.builder.switch_to(body);
                let kind = FrameKind::Try { handler, outer: self.unwind };
                self.open(kind, &signature.parameters, &signature.results, None);
                self.unwind = handler;
            }
            Operator::Else => self.open_else(),
            Operator::End => self.close(),
            _ if !self.reachable => {}
            Operator::Unreachable => self.trap(TrapKind::Unreachable),
            Operator::Br { relative_depth } => {
                let arguments = self.pop_branch_values(*relative_depth);
                self.jump_to(*relative_depth, &arguments);
            }
            Operator::BrIf { relative_depth } => {
                let condition = self.pop();
                let arguments = self.branch_values(*relative_depth);
                self.branch_if(condition, *relative_depth, &arguments);
            }
            Operator::BrTable { targets } => self.branch_table(targets)?,
            Operator::Return => {
                let values = self.pop_many(self.results.len());
                self.builder.return_values(&values);
                self.set_unreachable();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Declares that the code that follows is unreachable until a frame ends.
    pub(super) fn set_unreachable(&mut self) {
        self.reachable = false;
    }

    fn block_signature(&self, ty: BlockType) -> Result<Signature, Error> {
        Ok(match ty {
            BlockType::Empty => Signature { parameters: vec![], results: vec![] },
            BlockType::Type(ty) => {
                let result = self.machine(self.types().value(ty)?);
                Signature { parameters: vec![], results: vec![result] }
            }
            BlockType::FuncType(index) => {
                let ty = self.registry.function(self.module.types[index as usize]);
                Signature::of(ty, self.registry)
            }
        })
    }

    /// Opens a frame whose parameters are the last operands. Branches go to `target`, or to the
    /// end.
    fn open(
        &mut self,
        kind: FrameKind<B>,
        parameters: &[MachineType],
        results: &[MachineType],
        target: Option<B::Block>,
    ) {
        let end = self.builder.block(results, false);
        self.frames.push(Frame {
            kind,
            target: target.unwrap_or(end),
            target_types: if target.is_some() { parameters } else { results }.to_vec(),
            end,
            results: results.len(),
            height: self.stack.len() - parameters.len(),
            end_is_reached: false,
        });
    }

    fn open_loop(&mut self, ty: BlockType) -> Result<(), Error> {
        let signature = self.block_signature(ty)?;
        let head = self.builder.block(&signature.parameters, false);
        let arguments = self.pop_many(signature.parameters.len());
        self.builder.jump(head, &arguments);
        let parameters = self.builder.switch_to(head);
        self.builder.poll();
        self.stack.extend(parameters);
        self.open(FrameKind::Loop, &signature.parameters, &signature.results, Some(head));
        Ok(())
    }

    fn open_if(&mut self, ty: BlockType) -> Result<(), Error> {
        let signature = self.block_signature(ty)?;
        let condition = self.pop();
        let then = self.builder.block(&[], false);
        let otherwise = self.builder.block(&[], false);
        self.builder.branch(condition, (then, &[]), (otherwise, &[]));
        self.builder.seal(then);
        self.builder.seal(otherwise);
        let operands = self.stack[self.stack.len() - signature.parameters.len()..].to_vec();
        let kind = FrameKind::If { otherwise: Some((otherwise, operands)) };
        self.open(kind, &signature.parameters, &signature.results, None);
        self.builder.switch_to(then);
        Ok(())
    }

    fn open_else(&mut self) {
        if self.unreachable_frames > 0 {
            return;
        }
        self.fall_through();
        let frame = self.frames.last_mut().expect("an alternative is inside a frame");
        let FrameKind::If { otherwise } = &mut frame.kind else {
            unreachable!("validation allows an alternative only in a condition");
        };
        let (block, operands) = otherwise.take().expect("a condition has one alternative");
        self.stack.truncate(frame.height);
        self.stack.extend(operands);
        self.builder.switch_to(block);
        self.reachable = true;
    }

    /// Jumps to the end of the innermost frame if the code is reachable.
    fn fall_through(&mut self) {
        if self.reachable {
            let frame = self.frames.last_mut().expect("the function's body is a frame");
            frame.end_is_reached = true;
            let (end, results) = (frame.end, frame.results);
            let values = self.pop_many(results);
            self.builder.jump(end, &values);
        }
    }

    fn close(&mut self) {
        if self.unreachable_frames > 0 {
            self.unreachable_frames -= 1;
            return;
        }
        self.fall_through();
        let mut frame = self.frames.pop().expect("validation matches ends with frames");
        match frame.kind {
            FrameKind::Block => {}
            FrameKind::Loop => self.builder.seal(frame.target),
            FrameKind::If { otherwise: Some((block, operands)) } => {
                self.builder.switch_to(block);
                self.builder.jump(frame.end, &operands);
                frame.end_is_reached = true;
            }
            FrameKind::If { otherwise: None } => {}
            FrameKind::Try { handler, outer } => {
                self.builder.seal(handler);
                self.unwind = outer;
            }
        }
        self.stack.truncate(frame.height);
        self.builder.seal(frame.end);
        self.reachable = frame.end_is_reached;
        if self.reachable {
            let results = self.builder.switch_to(frame.end);
            if self.frames.is_empty() {
                self.builder.return_values(&results);
            } else {
                self.stack.extend(results);
            }
        }
    }

    /// Returns the target of a branch and marks it as reached.
    pub(super) fn target(&mut self, depth: u32) -> B::Block {
        let index = self.frames.len() - 1 - depth as usize;
        let frame = &mut self.frames[index];
        frame.end_is_reached |= frame.target == frame.end;
        frame.target
    }

    fn target_count(&self, depth: u32) -> usize {
        self.frames[self.frames.len() - 1 - depth as usize].target_types.len()
    }

    /// Returns the operands that a branch passes, and leaves them.
    pub(super) fn branch_values(&self, depth: u32) -> Vec<B::Value> {
        self.stack[self.stack.len() - self.target_count(depth)..].to_vec()
    }

    fn pop_branch_values(&mut self, depth: u32) -> Vec<B::Value> {
        self.pop_many(self.target_count(depth))
    }

    /// Jumps to the target of a branch. What follows is unreachable.
    pub(super) fn jump_to(&mut self, depth: u32, arguments: &[B::Value]) {
        let target = self.target(depth);
        self.builder.jump(target, arguments);
        self.set_unreachable();
    }

    /// Jumps to the target of a branch if an `I32` condition is not 0.
    pub(super) fn branch_if(&mut self, condition: B::Value, depth: u32, arguments: &[B::Value]) {
        let target = self.target(depth);
        let next = self.builder.block(&[], false);
        self.builder.branch(condition, (target, arguments), (next, &[]));
        self.builder.seal(next);
        self.builder.switch_to(next);
    }

    fn branch_table(&mut self, targets: &wasmparser::BrTable<'_>) -> Result<(), Error> {
        let index = self.pop();
        let arguments = self.pop_branch_values(targets.default());
        let mut blocks = Vec::new();
        for depth in targets.targets() {
            blocks.push(self.target(depth?));
        }
        let default = self.target(targets.default());
        self.builder.switch(index, &blocks, default, &arguments);
        self.set_unreachable();
        Ok(())
    }
}
