//! draft
mod explore;
mod marker;
mod model;
mod mutator;
mod pause;
mod rules;
mod shape;
mod state;
mod step;

use explore::*; use model::*; use rules::*; use shape::*;
fn run(name:&str, shape:Shape, rules:Rules){
  let t=std::time::Instant::now();
  match explore(&Model{shape,rules}) { Ok(e)=>println!("{name}: {e:?} {:?}",t.elapsed()),
   Err(e)=>println!("{name}: {:?} {} steps, {} states {:?}\n{e}",e.violation,e.steps(),e.states,t.elapsed()) }
}


#[test] fn weak(){ let c=Rules::COLLECTOR; use Pauses::*;
  let a=Shape::old(&[2,1]); let y=Shape::old(&[1,1]).young(); let d=Shape::old(&[2,1,1]);
  for p in [AllButLast,OnlyLast,Never] {
   run(&format!("registers {p:?}"),d,Rules{registers:p,..c});
   run(&format!("logged {p:?}"),d,Rules{logged:p,..c});
   run(&format!("cards {p:?}"),a.cards(),Rules{cards:p,..c});
   run(&format!("survivors {p:?}"),y,Rules{survivors:p,..c});
   run(&format!("promoted {p:?}"),y,Rules{promoted:p,..c});
   run(&format!("listed {p:?}"),a.handle(),Rules{listed:p,..c});
  }
  run("unlisted",a.handle(),Rules{unlisted:false,..c});
  run("last buffer",a,Rules{last_buffer:false,..c});
  run("if marked",d,Rules{logged_how:Logged::ReferentsShadedIfMarked,..c});
  run("if marked, registers last",d,Rules{registers:OnlyLast,logged_how:Logged::ReferentsShadedIfMarked,..c});
  run("if marked, cards",a.cards(),Rules{logged_how:Logged::ReferentsShadedIfMarked,..c});
  run("if marked, weak",a.weak(),Rules{logged_how:Logged::ReferentsShadedIfMarked,..c});
  run("if marked, young",y,Rules{logged_how:Logged::ReferentsShadedIfMarked,..c});
  run("grey again",a,Rules{logged_how:Logged::GreyAgain,..c});
  run("snapshot",d,Rules::SNAPSHOT);
  run("snapshot, weak",a.weak(),Rules::SNAPSHOT);
  run("snapshot, weak, regs last",a.weak(),Rules{registers:OnlyLast,..Rules::SNAPSHOT});
  run("snapshot, weak, regs, logged last",a.weak(),Rules{registers:OnlyLast,logged:OnlyLast,..Rules::SNAPSHOT});
  run("snapshot, weak, regs, logged last 211",d.weak(),Rules{registers:OnlyLast,logged:OnlyLast,..Rules::SNAPSHOT});
  run("snapshot + update, weak",a.weak(),Rules{snapshot:true,..c});
}
